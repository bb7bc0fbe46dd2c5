import { describe, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { stationWith } from '../support/station-with.ts';
import { listening, opened, using } from './using.ts';

describe('conditions', () => {
  it('[4.24] precipitation is an empty object while there is none', async () => {
    const { get } = await using(new FakeStation({ variant: 'cold' }));
    expect((await get('/api/precipitation')).json).toEqual({});
  });

  it('[2.11a] [2.11c] [2.11d] a label is of rain, now and without a note unless it says otherwise', async () => {
    const { station, asked, nowS } = listening();
    const { post } = await using(station);
    await post('/api/label', { value: 1 });
    await post('/api/label', { value: 0, kind: 'frost', ts: nowS - 60, note: 'on the car' });
    await post('/api/label', { value: 0, ts: null });
    expect(asked.filter(([question]) => question === 'label').map(([, label]) => label)).toEqual([
      { kind: 'rain', value: 1, tS: nowS, note: '' },
      { kind: 'frost', value: 0, tS: nowS - 60, note: 'on the car' },
      { kind: 'rain', value: 0, tS: nowS, note: '' },
    ]);
  });

  it('a label may be 60 s ahead of the clock and no further', async () => {
    const { station, nowS } = listening();
    const { post } = await using(station);
    expect((await post('/api/label', { value: 1, ts: nowS + 60 })).status).toBe(200);
    const { status, json } = await post('/api/label', { value: 1, ts: nowS + 60.1 });
    expect(status).toBe(422);
    expect(json).toMatchObject({
      detail: 'ts must not be more than 60 s in the future',
      errors: [{ loc: ['body', 'ts'] }],
    });
  });

  it('a label can be taken back once', async () => {
    const { post } = await using();
    const { id } = (await post('/api/label', { value: 1 })).json as { id: number };
    const undo = () => ask(opened().port, { method: 'DELETE', path: `/api/label/${id}` });
    expect((await undo()).json).toMatchObject({ removed: true, id, strong_labels: 0 });
    expect(await undo()).toMatchObject({ status: 404, json: { detail: `unknown label ${id}` } });
  });
});

describe.each([
  { rule: '[4.10]', path: '/api/calibrate', field: 'reference_c', ask: 'calibrate', reset: 'resetCalibration' },
  {
    rule: '[4.11]',
    path: '/api/calibrate/humidity',
    field: 'reference_pct',
    ask: 'calibrateHumidity',
    reset: 'resetHumidityCalibration',
  },
] as const)('$rule calibration at $path', ({ rule, path, field, ask: question, reset }) => {
  it(`${rule} [7.6] without a reference and without reset is 422 and says what to send`, async () => {
    const { post } = await using();
    for (const body of [{}, { reset: false }, { [field]: null }, { note: 'x' }]) {
      const { status, json } = await post(path, body);
      expect(status).toBe(422);
      expect(json).toMatchObject({ detail: `provide ${field}, or reset=true` });
    }
  });

  it(`${rule} a reset resets, whatever else is sent`, async () => {
    const { station, asked } = listening();
    const { post } = await using(station);
    for (const more of [{}, { [field]: 20 }, { [field]: 'nonsense' }, { [field]: 1e9 }, { other: [1] }]) {
      const { status, json } = await post(path, { reset: true, ...more });
      expect(status).toBe(200);
      expect(json).toMatchObject({ reset: true });
    }
    expect(asked.map(([name]) => name)).toEqual(Array.from({ length: 5 }, () => reset));
  });

  it(`${rule} [7.3] an error of the station is 409 with its text`, async () => {
    const { post } = await using(stationWith({ [question]: () => ({ error: 'no live reading yet' }) }));
    expect(await post(path, { [field]: 20 })).toMatchObject({ status: 409, json: { detail: 'no live reading yet' } });
  });

  it(`${rule} what the disk refuses is 503 with its sentence`, async () => {
    const full = { error: 'The disk cannot be written. Nothing was changed. Try again later.', unavailable: true };
    const { post } = await using(stationWith({ [question]: () => full, [reset]: () => full }));
    for (const body of [{ [field]: 20 }, { reset: true }]) {
      expect(await post(path, body)).toMatchObject({ status: 503, json: { detail: full.error } });
    }
  });

  it(`${rule} [4.13] [6.2b] leaves a calibration and a discontinuity among the events`, async () => {
    const { get, post } = await using();
    await post(path, { [field]: 20 });
    const kinds = ((await get('/api/events?limit=2')).json as Array<{ kind: string }>).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['calibration', 'discontinuity']);
  });
});

describe('long jobs', () => {
  it.each(['train', 'recompute'])('%s that is already running is 409', async (job) => {
    const station = new FakeStation();
    station.job = { job, progress: 0.4, started_ts: station.nowS() };
    const { post } = await using(station);
    const { status, json } = await post(`/api/${job}`);
    expect(status).toBe(409);
    expect((json as { detail: string }).detail).toContain('already running');
  });

  it('[4.12] a second recompute changes nothing', async () => {
    const { post } = await using();
    await post('/api/calibrate', { reference_c: 20 });
    expect((await post('/api/recompute')).json).toMatchObject({ changed: 1000 });
    expect((await post('/api/recompute')).json).toMatchObject({ changed: 0 });
  });
});

describe('live answers', () => {
  it('[4.18] telemetry of a station without a sample is taken on demand, each time anew', async () => {
    const { station, asked } = listening('cold');
    const { get } = await using(station);
    expect((await get('/api/telemetry')).status).toBe(200);
    expect((await get('/api/telemetry')).status).toBe(200);
    expect(asked.filter(([question]) => question === 'telemetry')).toHaveLength(2);
  });

  it('a new sample is a new answer, and until then it is the same text', async () => {
    const clock = new FakeClock();
    const { get } = await using(new FakeStation({ clock }));
    const first = (await get('/api/telemetry')).text;
    await clock.advance(1000);
    expect((await get('/api/telemetry')).text).toBe(first);
    await clock.advance(1000);
    expect((await get('/api/telemetry')).text).not.toBe(first);
  });

  it('[2.0a] a number that is none reaches nobody', async () => {
    const broken = new FakeStation();
    const record = await broken.telemetry();
    const { get } = await using(
      stationWith({ telemetry: async () => ({ ...record, humidity: Number.NaN, lux: 1 / 0 }) }),
    );
    expect((await get('/api/telemetry')).json).toMatchObject({ humidity: null, lux: null });
  });

  it('[4.26] status tells what display and probe do, the latest 15 events, and who listens', async () => {
    const { get } = await using();
    const status = (await get('/api/status')).json as Record<string, unknown>;
    expect(status).toMatchObject({
      display_frame: 'temperature',
      outdoor_probe: { available: true },
      stream_clients: 0,
    });
    expect((status['events'] as unknown[]).length).toBeLessThanOrEqual(15);
  });

  it('[4.27] events are as many as asked for, newest first', async () => {
    const { get, post } = await using();
    for (let i = 0; i < 4; i += 1) await post('/api/verify');
    const events = (await get('/api/events?limit=3')).json as Array<{ ts: number }>;
    expect(events).toHaveLength(3);
    expect(events.map(({ ts }) => ts)).toEqual(events.map(({ ts }) => ts).sort((a, b) => b - a));
  });

  it('a display that is switched off is 404', async () => {
    const { get } = await using(new FakeStation({ variant: 'cold' }));
    expect(await get('/api/display')).toMatchObject({ status: 404, json: { detail: 'the display is switched off' } });
  });

  it('readiness is 503 with its reason while samples are stale', async () => {
    const { get } = await using(new FakeStation({ variant: 'faulty' }));
    expect(await get('/api/ready')).toMatchObject({
      status: 503,
      json: { ready: false, detail: 'the last sample is 71 s old', reason: 'the last sample is 71 s old' },
    });
  });

  it('health is that of the program, and says beside it that the station is not ready, and why', async () => {
    const { get } = await using(new FakeStation({ variant: 'faulty' }));
    expect(await get('/api/health')).toMatchObject({
      status: 200,
      json: { status: 'ok', sampling: true, ready: false, reason: 'the last sample is 71 s old' },
    });
  });

  it('a mistake of our own is a 500 in the same envelope, logged once under the number it names', async () => {
    const { get } = await using(
      stationWith({
        records: () => {
          throw new Error('secret: no such column');
        },
      }),
    );
    const { status, json } = await get('/api/records');
    await get('/api/records');
    expect(status).toBe(500);
    const { detail } = json as { detail: string };
    expect(detail).toMatch(/^Internal Server Error \(request \w+\)$/);
    const logged = opened().log.lines.filter(({ level }) => level === 'error');
    expect(logged).toHaveLength(1);
    expect(detail).toContain(String(logged[0]!.fields['id']));
  });
});
