import { describe, expect, it } from 'vitest';
import type { ForecastBundle, Outlook, Scorecard } from '../../src/contract/forecast.ts';
import type { HistoryRange } from '../../src/contract/history.ts';
import { ask } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { patience } from '../support/patience.ts';
import { stationWith } from '../support/station-with.ts';
import { listening, opened, using } from './using.ts';

describe('forecasts', () => {
  it('[4.7] [7.2] [7.8] an unknown target is 404 with its name', async () => {
    const { get } = await using();
    for (const target of ['wind', '', 'Temperature', "x' OR '1'='1", '__proto__', 'constructor', '<script>']) {
      const { status, json } = await get(`/api/forecast?target=${encodeURIComponent(target)}`);
      expect([status, json]).toMatchObject([404, { detail: `unknown target '${target}'` }]);
    }
  });

  it('[4.7] a known target leaves only itself', async () => {
    const { get } = await using();
    const whole = (await get('/api/forecast')).json as ForecastBundle;
    const one = (await get('/api/forecast?target=humidity')).json as ForecastBundle;
    expect(Object.keys(whole.targets)).toEqual(['temperature', 'humidity', 'pressure']);
    expect(one.targets).toEqual({ humidity: whole.targets['humidity'] });
  });

  it('[4.6] is recomputed when refresh says so in any spelling of yes', async () => {
    const { station, asked } = listening();
    const { get } = await using(station);
    for (const word of ['1', 'true', 'On', 'YES']) await get(`/api/forecast?refresh=${word}`);
    for (const word of ['0', 'false', 'Off', 'NO']) await get(`/api/forecast?refresh=${word}`);
    await get('/api/forecast');
    expect(asked.filter(([question]) => question === 'forecast').map(([, refresh]) => refresh)).toEqual([
      ...[true, true, true, true],
      ...[false, false, false, false, false],
    ]);
  });

  it('a refresh that many ask for while one is being made is made once for all of them', async () => {
    const station = new FakeStation();
    let made = 0;
    const slow = stationWith({
      forecast: (refresh) => {
        if (refresh) made += 1;
        for (const waiting = patience(20); refresh && waiting(); );
        return station.forecasts.forecast(refresh);
      },
    });
    const { get } = await using(slow);
    const all = (path: string) => Promise.all(Array.from({ length: 12 }, () => get(path)));
    await all('/api/forecast'); // twelve connections are open now
    const replies = await all('/api/forecast?refresh=1');
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(made).toBeLessThanOrEqual(3);
  });

  it('[2.5a] [3d] [4.8] on a cold station has the empty shape, for one target too', async () => {
    const { get } = await using(new FakeStation({ variant: 'cold' }));
    expect((await get('/api/forecast')).json).toEqual({
      issued_ts: null,
      anchors: {},
      targets: { temperature: [], humidity: [], pressure: [] },
      warming_up: true,
    });
    expect((await get('/api/forecast?target=pressure')).json).toMatchObject({
      targets: { pressure: [] },
      warming_up: true,
    });
  });
});

describe('a part of an answer', () => {
  const ofOne = [
    '/api/outlook',
    '/api/scorecard',
    '/api/forecast/issued?at=1749990000',
    '/api/scorecard/history',
    '/api/forecast/chance?value=0',
    '/api/forecast/chances?least=0',
  ];
  const asking = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

  it.each(ofOne)(
    'of one target: %s answers an unknown one with 404 and its name, one given twice with 422',
    async (path) => {
      const { get } = await using();
      for (const target of ['wind', '', 'Temperature', '__proto__', 'constructor']) {
        const { status, json } = await get(asking(path, `target=${target}`));
        expect([status, json]).toMatchObject([404, { detail: `unknown target '${target}'` }]);
      }
      const { status, json } = await get(asking(path, 'target=humidity&target=pressure'));
      expect([status, json]).toMatchObject([422, { errors: [{ loc: ['query', 'target'] }] }]);
    },
  );

  it('of one target leaves only that one, in a cold station, too', async () => {
    for (const station of [new FakeStation(), new FakeStation({ variant: 'cold' })]) {
      const { get } = await using(station);
      for (const path of ['/api/outlook', '/api/forecast/issued?at=1749990000'])
        expect((await get(asking(path, 'target=humidity'))).json).toMatchObject({
          targets: { humidity: expect.any(Array) },
        });
      const { targets, days = {} } = (await get('/api/outlook?target=humidity')).json as Outlook;
      expect(new Set([...Object.keys(targets), ...Object.keys(days)])).toEqual(new Set(['humidity']));
      const { rows } = (await get('/api/scorecard?target=humidity')).json as Scorecard;
      expect(rows.filter(({ target }) => target !== 'humidity')).toEqual([]);
    }
  });

  it('of a moment when nothing was said is that nothing was, and where the kept ones lie', async () => {
    const issued = async (station: FakeStation, atS: number) =>
      (await (await using(station)).get(`/api/forecast/issued?at=${atS}`)).json;
    const nothing = { issued_ts: null, anchors: {}, targets: { temperature: [], humidity: [], pressure: [] } };
    expect(await issued(new FakeStation({ variant: 'cold' }), 1.75e9)).toEqual({
      ...nothing,
      first_ts: null,
      last_ts: null,
    });
    expect(await issued(new FakeStation({ historyDays: 1 }), 1.75e9 - 2 * 86_400)).toMatchObject({
      ...nothing,
      first_ts: expect.any(Number),
      last_ts: expect.any(Number),
    });
  });

  it('of some columns: names are taken with blanks around them, and anything else is 422 by its field', async () => {
    const { get } = await using();
    const range = '/api/history/range?hours=1&columns=';
    const { series } = (await get(`${range}temp,%20press`)).json as HistoryRange;
    expect(Object.keys(series)).toEqual(['ts', 'temp', 'press']);
    for (const columns of [
      '',
      'wind',
      'temp,',
      'temp,wind',
      'Temp',
      'temp;hum',
      '__proto__',
      'x'.repeat(500),
      'temp&columns=hum',
    ]) {
      const { status, json } = await get(range + columns);
      const { errors } = json as { errors: Array<{ loc: unknown[] }> };
      expect([status, errors[0]?.loc.slice(0, 2)], columns).toEqual([422, ['query', 'columns']]);
    }
  });
});

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
