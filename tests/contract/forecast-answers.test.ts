import { describe, expect, it } from 'vitest';
import type { ForecastBundle, Outlook, Scorecard } from '../../src/contract/forecast.ts';
import type { HistoryRange } from '../../src/contract/history.ts';
import { FakeStation } from '../support/fake-station.ts';
import { patience } from '../support/patience.ts';
import { stationWith } from '../support/station-with.ts';
import { listening, using } from './using.ts';

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
