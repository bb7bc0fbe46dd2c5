import { describe, expect, it } from 'vitest';
import { PLAIN_CSV } from '../../src/contract/names.ts';
import { FakeStation } from '../support/fake-station.ts';
import { listening, opened, using } from './using.ts';

describe('before the station is created', () => {
  it.each([
    '/api/telemetry',
    '/api/history',
    '/api/history/range?hours=1',
    '/api/history/range',
    '/api/history/daily',
    '/api/records',
    '/api/storage',
    '/api/export.csv?hours=1',
    '/api/methods',
    '/api/forecast',
    '/api/forecast?target=nonsense',
    '/api/outlook',
    '/api/precipitation',
    '/api/anomaly',
    '/api/models',
    '/api/nerd',
    '/api/scorecard',
    '/api/status',
    '/api/events?limit=0',
    '/api/stream',
    '/api/display',
  ])('[3a] [7.1] GET %s is 503 station not started', async (path) => {
    const { get } = await using(null);
    const { status, json } = await get(path);
    expect([status, json]).toMatchObject([503, { detail: 'station not started' }]);
  });

  it.each(['verify', 'train', 'label', 'calibrate', 'calibrate/humidity', 'recompute'])(
    '[3a] [7.1] POST /api/%s is 503 station not started, whatever is sent',
    async (path) => {
      const { post } = await using(null);
      for (const body of [{}, { value: 7 }, []]) {
        const { status, json } = await post(`/api/${path}`, body);
        expect([status, json]).toMatchObject([503, { detail: 'station not started' }]);
      }
    },
  );

  it('the page, the description and the sign of life are there already', async () => {
    const { get } = await using(null);
    for (const path of [
      '/',
      '/static/fonts/inter.woff2',
      '/api/health',
      '/api/openapi.json',
      '/api/docs',
      '/api/metrics',
    ]) {
      expect((await get(path)).status, path).toBe(200);
    }
    expect((await get('/api/ready')).json).toEqual({
      detail: 'station not started',
      ready: false,
      reason: 'station not started',
      sample_age_s: null,
    });
  });

  it('and as soon as it is there, it is asked', async () => {
    const { get } = await using(null);
    opened().server.setStation(new FakeStation());
    expect((await get('/api/telemetry')).status).toBe(200);
  });
});

describe('windows', () => {
  it.each(['/api/history/range', '/api/export.csv'])('[4.2] [7.4] %s wants both ends, or hours', async (path) => {
    const { get } = await using();
    for (const query of ['', '?start=1', '?end=2', '?bucket=60']) {
      const { status, json } = await get(path + query);
      expect(status).toBe(422);
      expect(json).toMatchObject({ detail: 'provide start and end, or hours' });
    }
    expect((await get(`${path}?start=1&end=2`)).status).toBe(200);
  });

  it('[4.1] hours is the trailing window and overrides start and end', async () => {
    const { station, asked, nowS } = listening();
    const { get } = await using(station);
    await get('/api/history/range?hours=2&start=5&end=9');
    await get('/api/export.csv?hours=3&start=9&end=5');
    await get('/api/history/daily?days=3&hours=48');
    expect(asked).toContainEqual(['range', nowS - 7200, nowS, undefined, undefined]);
    expect(asked).toContainEqual(['exportCsv', nowS - 10_800, nowS, PLAIN_CSV]);
    expect(asked).toContainEqual(['daily', 48]);
  });

  it('[4.3] [7.5] [8.4] a range of 366 days passes, in hours and in epochs, and a little more does not', async () => {
    const { get } = await using();
    const yearS = 366 * 86_400;
    for (const query of ['hours=8784', `start=1700000000.7&end=${1_700_000_000.7 + yearS}`]) {
      expect((await get(`/api/history/range?${query}`)).status, query).toBe(200);
    }
    for (const query of ['hours=8784.01', 'hours=1e300', `start=1700000000&end=${1_700_000_001 + yearS}`]) {
      const { status, json } = await get(`/api/history/range?${query}`);
      expect(status, query).toBe(422);
      expect(json).toMatchObject({ detail: 'range limited to one year' });
    }
  });

  it('an export has no such limit', async () => {
    const { get } = await using();
    expect((await get('/api/export.csv?start=0&end=2000000000')).status).toBe(200);
    expect((await get('/api/export.csv?hours=1e300')).status).toBe(200);
  });

  it.each(['/api/history/range', '/api/export.csv'])('%s cannot end before it begins', async (path) => {
    const { get } = await using();
    for (const query of ['start=9&end=9', 'start=9&end=8']) {
      expect((await get(`${path}?${query}`)).json).toMatchObject({ detail: 'end must be after start' });
    }
  });

  it('[4.4] the bucket is left to the station unless it is pinned', async () => {
    const { station, asked } = listening();
    const { get } = await using(station);
    await get('/api/history/range?start=0&end=3600');
    await get('/api/history/range?start=0&end=3600&bucket=120');
    expect(asked).toContainEqual(['range', 0, 3600, undefined, undefined]);
    expect(asked).toContainEqual(['range', 0, 3600, 120, undefined]);
  });
});

describe('defaults and limits, in the numbers of the specification', () => {
  it('[8.1] [8.2] history: 6 hours and 720 points unless asked otherwise', async () => {
    const { station, asked } = listening();
    const { get } = await using(station);
    await get('/api/history');
    expect(asked).toContainEqual(['recent', 6, 720]);
    await get('/api/history?hours=0.5&max_points=10');
    expect(asked).toContainEqual(['recent', 0.5, 10]);
  });

  it('[8.6] events of no time at all are refused as a window is', async () => {
    const { get } = await using();
    const { status, json } = await get('/api/events?start=5&end=5');
    expect([status, json]).toMatchObject([422, { detail: 'end must be after start' }]);
  });

  it('[8.5] [8.6] [8.7] daily: 30 days; events: 50; train: 720 hours', async () => {
    const { station, asked } = listening();
    const { get, post } = await using(station);
    await get('/api/history/daily');
    await get('/api/events');
    await post('/api/train');
    expect(asked).toContainEqual(['daily', 720]);
    expect(asked.map((one) => one.slice(0, 2))).toContainEqual(['events', 50]);
    expect(asked).toContainEqual(['train', 720]);
  });

  it.each([
    ['[8.1]', '/api/history?hours=', ['0.001', '2160'], ['0', '-1', '2160.001']],
    ['[8.2]', '/api/history?max_points=', ['10', '5000'], ['9', '5001', '10.5']],
    ['[8.3]', '/api/history/range?hours=1&bucket=', ['30', '604800'], ['29', '604801', '30.5']],
    ['[8.5]', '/api/history/daily?days=', ['1', '400'], ['0', '401', '1.5']],
    ['[8.6]', '/api/events?limit=', ['1', '500'], ['0', '501', '1.5']],
    ['[8.6]', '/api/events?start=0&end=', ['1', '1e9'], ['0', '-1']],
    ['[8.6]', '/api/events?before=', ['1', '9007199254740991'], ['0', '1.5', '-3']],
    ['[8.6]', '/api/events?kinds=', ['drift', 'drift,label'], ['drift,', 'Drift', 'rain']],
  ])('[4.0] [7.7] %s GET %s takes what is inside its bounds and nothing else', async (_, path, inside, outside) => {
    const { get } = await using();
    for (const value of inside) expect((await get(path + value)).status, value).toBe(200);
    for (const value of [...outside, '', 'abc', 'NaN', '1e400'])
      expect((await get(path + value)).status, value).toBe(422);
  });

  it('[8.7] train: more than one hour', async () => {
    const { post } = await using();
    expect((await post('/api/train?hours=1.01')).status).toBe(200);
    for (const hours of ['1', '0', '-5', 'x', ''])
      expect((await post(`/api/train?hours=${hours}`)).status, hours).toBe(422);
  });

  it.each([
    ['[2.11b] [8.8]', '/api/label', 'value', [0, 0.5, 1], [-0.001, 1.001, 'wet', null, true]],
    ['[2.13a] [8.9]', '/api/calibrate/humidity', 'reference_pct', [0, 55.5, 100], [-0.1, 100.1, 'dry', [50]]],
    ['[2.12a]', '/api/calibrate', 'reference_c', [-273.15, -60.1, 0, 21.5, 60.1, 1e9], ['warm', {}, true]],
  ])(
    '[4.0] [7.7] %s POST %s takes a %s inside its bounds and nothing else',
    async (_, path, field, inside, outside) => {
      const { post } = await using();
      for (const value of inside) expect((await post(path, { [field]: value })).status, String(value)).toBe(200);
      for (const value of outside) expect((await post(path, { [field]: value })).status, String(value)).toBe(422);
    },
  );

  it('[2.11c] [2.11d] a label has no bounds on its time before now, nor on its note', async () => {
    const { post } = await using();
    for (const ts of [-5, 0, -1e12, 1.5])
      expect((await post('/api/label', { value: 1, ts })).json, String(ts)).toMatchObject({ accepted: true, ts });
    expect((await post('/api/label', { value: 1, note: 'x'.repeat(10_000) })).status).toBe(200);
  });

  it('start and end have no bounds but their order', async () => {
    const { get } = await using(new FakeStation({ historyDays: 0.1 }));
    for (const query of ['start=-1e300&end=1e300', 'start=8.64e12&end=9e12', 'start=-9e12&end=0', 'hours=1e300'])
      expect((await get(`/api/export.csv?${query}`)).status, query).toBe(200);
    expect((await get('/api/history/range?start=9e12&end=9.00001e12')).status).toBe(200);
  });

  it('daily hours have none at all', async () => {
    const { get } = await using();
    for (const hours of ['0.01', '9601', '1e300'])
      expect((await get(`/api/history/daily?hours=${hours}`)).status).toBe(200);
  });

  it('a word about readings is refused kindly where it speaks of a time to come, or ends before it begins', async () => {
    const { station, nowS } = listening();
    const { post } = await using(station);
    const say = (start: number, end: number) =>
      post('/api/quality', { quantities: ['temperature'], start, end, verdict: 'bad' });
    expect(await say(nowS + 60, nowS + 120)).toMatchObject({
      status: 409,
      json: { detail: 'There are no readings of that time yet.', code: 'quality.future' },
    });
    expect(await say(nowS - 60, nowS - 120)).toMatchObject({ status: 409, json: { code: 'quality.order' } });
    expect(await say(nowS - 60, nowS + 120)).toMatchObject({ status: 200, json: { changed: true } });
  });
});
