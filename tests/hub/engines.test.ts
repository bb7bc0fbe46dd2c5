import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../src/base/durations.ts';
import { type Engine, EngineError } from '../../src/hub/engine/engine.ts';
import { engineAt } from '../../src/hub/engine/open.ts';
import { possible } from '../../src/hub/possible.ts';
import { rowsOf } from '../../src/hub/rows.ts';
import { enginesHere, RealEngine } from '../support/engines.ts';
import { portOf } from '../support/port-of.ts';
import { realNowS } from '../support/real-now.ts';

const NOW_S = Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future'));
const TODAY_S = Math.floor(NOW_S / DAY_S) * DAY_S;

/** A day of five-minute rows of two values, 288 × 2. */
const dayOf = (login: string, dayS: number, rev: number, shift = 0): string[] =>
  Array.from({ length: 288 }, (_, i) => {
    const temp = (20 + shift + Math.sin(i / 40)).toFixed(2);
    return `wx,station=${login},rev=${rev} temp=${temp},hum=${40 + (i % 20)} ${dayS + i * 300}\n`;
  });

describe('an address', () => {
  it.each(['https://a', 'http://', 'influx+ftp://a', 'localhost:8428', 'http://u:p@h', 'http://h/?q=1', ''])(
    '%j names no engine',
    (address) => expect(engineAt(address)).toBeNull(),
  );
  it('names its kind', () => {
    expect(engineAt('http://127.0.0.1:8428')?.kind).toBe('victoria-metrics');
    expect(engineAt('influx+http://127.0.0.1:8086/')?.kind).toBe('influxdb');
  });
});

it.each([200, 302, 401])('rows that a proxy answers with %i in the engine’s place are not stored', async (status) => {
  const portal = createServer((_req, res) => void res.writeHead(status).end('<html>Login</html>'));
  const port = await portOf(portal);
  for (const kind of ['', 'influx+'])
    await expect(engineAt(`${kind}http://127.0.0.1:${port}`)!.write('wx temp=1 1\n')).rejects.toThrow(String(status));
  portal.closeAllConnections();
  portal.close();
});

describe.each(enginesHere)('%s from Debian', (kind) => {
  let real: RealEngine;
  let engine: Engine;
  beforeAll(async () => {
    real = await RealEngine.start(kind);
    engine = engineAt(real.address)!;
    expect((await engine.meet()).warnings).toEqual([]);
  });
  afterAll(() => real.remove());

  const stored = async (lines: readonly string[]): Promise<void> => {
    await engine.write(lines.join(''));
    await engine.flush();
  };
  const count = async (login: string, dayS: number, rev: number | null = null) =>
    (await engine.held([login], dayS + DAY_S - 1, { of: 'wx', rev })).get(login)!.values;

  it('counts each value once, in whatever order and however often it comes, ten years ago as well', async () => {
    const days = [TODAY_S - 3 * DAY_S, TODAY_S - 3650 * DAY_S];
    for (const dayS of days) {
      const lines = dayOf('once', dayS, 0);
      await stored([...lines].reverse());
      await stored(lines.slice(100));
      expect(await count('once', dayS)).toBe(576);
    }
    expect(await count('once', TODAY_S - 4 * DAY_S)).toBe(0);
    expect(await count('nobody', days[0]!)).toBe(0);
  });

  it('counts to the second: a day begins after one midnight and ends with the next', async () => {
    const dayS = TODAY_S - 20 * DAY_S;
    await stored([`wx,station=edge,rev=0 temp=1 ${dayS - 1}\n`, `wx,station=edge,rev=0 temp=2 ${dayS}\n`]);
    expect((await engine.held(['edge'], dayS - 1, { of: 'all' })).get('edge')!.values).toBe(1);
    expect((await engine.held(['edge'], dayS - 1 + DAY_S, { of: 'all' })).get('edge')!.values).toBe(1);
    expect((await engine.held(['edge'], dayS, { of: 'all' })).get('edge')!.values).toBe(2);
  });

  it('has lost nothing after kill -9 of what it said was settled', async () => {
    const dayS = TODAY_S - 5 * DAY_S;
    await stored(dayOf('killed', dayS, 0));
    await real.kill();
    await expect(engine.held(['killed'], dayS, { of: 'all' })).rejects.toThrow(EngineError);
    await real.start();
    expect(await count('killed', dayS)).toBe(576);
  });

  it('keeps values as they were sent, each under its own revision', async () => {
    const dayS = TODAY_S - 7 * DAY_S;
    await stored([...dayOf('rev', dayS, 0), ...dayOf('rev', dayS + DAY_S, 0), ...dayOf('rev', dayS, 3, 1)]);
    expect(await count('rev', dayS, 0)).toBe(576);
    expect(await count('rev', dayS, 3)).toBe(576);
    expect(await count('rev', dayS)).toBe(1152);
    const rows = rowsOf(await engine.series('rev', 'wx', dayS, dayS + 2 * DAY_S));
    expect(rows.size).toBe(576);
    expect(rows.get(dayS)).toEqual({ temp: 21, hum: 40 });
    expect(rows.get(dayS + DAY_S)).toEqual({ temp: 20, hum: 40 });
    expect((await engine.revisions()).get('rev')).toEqual([0, 3]);
    await engine.removeRevision('rev', 0);
    expect(await count('rev', dayS)).toBe(576);
    expect((await engine.revisions()).get('rev')).toEqual([3]);
    await stored(dayOf('rev', dayS + DAY_S, 0)); // and it can be told again
    expect(await count('rev', dayS + DAY_S, 0)).toBe(576);
  });

  it('tells forecasts, scores and rows apart when it counts', async () => {
    const tS = TODAY_S - 30 * DAY_S;
    await stored([
      `wx,station=parts,rev=0 temp=1 ${tS}\n`,
      `wx_fc,station=parts,target=temperature,horizon=6h mu=1,halfwidth=2 ${tS}\n`,
      `wx_score,station=parts,target=temperature,horizon=6h skill=0.1,coverage=0.9,n=20 ${tS}\n`,
      `wx_station,station=parts version=1002003 ${tS}\n`,
    ]);
    const of = async (what: 'all' | 'fc' | 'score') =>
      (await engine.held(['parts'], tS, { of: what })).get('parts')!.values;
    expect([await of('all'), await of('fc'), await of('score')]).toEqual([7, 2, 3]);
    const forecast = await engine.series('parts', 'wx_fc', tS - 60, tS + 60);
    expect(forecast.map(({ field, labels, values }) => [field, labels, values]).sort()).toEqual([
      ['wx_fc_halfwidth', { target: 'temperature', horizon: '6h' }, [2]],
      ['wx_fc_mu', { target: 'temperature', horizon: '6h' }, [1]],
    ]);
  });

  it('knows the newest of everybody, with its own time', async () => {
    await stored([
      `wx,station=near,rev=0 temp=1.5,hum=50 ${NOW_S - 900}\n`,
      `wx,station=near,rev=0 temp=2.5 ${NOW_S - 600}\n`,
      `wx_station,station=near version=1002003,lat=55.7 ${NOW_S - 100}\n`,
      `wx,station=gone,rev=0 temp=9 ${NOW_S - 40 * DAY_S}\n`,
    ]);
    const newest = await engine.newest(NOW_S - HOUR_S, NOW_S, ['gone', 'near']);
    const of = (login: string) =>
      newest.filter((one) => one.login === login).map(({ field, tS, value }) => [field, tS - NOW_S, value]);
    expect(of('near').sort()).toEqual([
      ['wx_hum', -900, 50],
      ['wx_station_lat', -100, 55.7],
      ['wx_station_version', -100, 1_002_003],
      ['wx_temp', -600, 2.5],
    ]);
    expect(of('gone')).toEqual([]);
    const long = await engine.newest(NOW_S - 400 * DAY_S, NOW_S, ['gone', 'near']);
    expect(long.find(({ login }) => login === 'gone')).toMatchObject({ field: 'wx_temp', value: 9, rev: 0 });
    expect(long.some(({ login }) => login === 'rev')).toBe(false);
  });

  it.runIf(kind === 'victoria-metrics')(
    'adds up no score that cannot be true, nor knows a revision that is none',
    async () => {
      const dayS = TODAY_S - 9 * DAY_S;
      const score = (login: string, fields: string) =>
        `wx_score,station=${login},target=humidity,horizon=12h ${fields} ${dayS}\n`;
      await stored([
        score('true', 'skill=0.5,coverage=0.9,n=100'),
        score('false', 'skill=1e12,coverage=1e12,n=10'),
        score('many', 'skill=0,coverage=0,n=1e12'),
        `wx,station=odd,rev=abc temp=1 ${dayS}\n`,
        `wx,station=odd,rev=4 temp=1 ${dayS}\n`,
        `wx,station=odd,rev=4 temp=inf,hum=40 ${dayS + 300}\n`,
      ]);
      expect([...rowsOf(possible(await engine.series('odd', 'wx', dayS, dayS + 300))).values()]).toEqual([
        { temp: 1 },
        { hum: 40 },
      ]);
      const noonS = dayS + DAY_S / 2;
      const [day] = (await engine.dayScores(noonS, noonS)).filter(({ target }) => target === 'humidity');
      expect(day).toMatchObject({ skillN: 100, coverageN: 100 });
      expect([day!.skillSum, day!.coverageSum]).toEqual([expect.closeTo(50, 9), expect.closeTo(90, 9)]);
      expect((await engine.revisions()).get('odd')).toEqual([4]);
      expect((await engine.held(['odd'], dayS, { of: 'wx', rev: null })).get('odd')!.newestRev).toBe(4);
    },
  );

  it("adds up a day's scores over the fleet in one question, and leaves out what was not scored", async () => {
    const dayS = TODAY_S - 2 * DAY_S;
    const score = (login: string, fields: string, tS = dayS) =>
      `wx_score,station=${login},target=pressure,horizon=3h ${fields} ${tS}\n`;
    await stored([
      score('sa', 'skill=0.5,coverage=0.9,n=100'),
      score('sb', 'skill=0.1,coverage=0.8,n=300', dayS - HOUR_S), // its midnight is an hour earlier
      score('sc', 'coverage=1,n=50'),
      score('sa', 'skill=0.25,coverage=1,n=10', dayS + DAY_S),
    ]);
    const noonS = dayS + DAY_S / 2;
    const days = await engine.dayScores(noonS - 3 * DAY_S, noonS + DAY_S);
    const mine = days.filter(({ horizon }) => horizon === '3h').sort((a, b) => a.noonS - b.noonS);
    const kept = { target: 'pressure', horizon: '3h' };
    expect(mine).toHaveLength(2);
    expect(mine[0]).toMatchObject({ ...kept, noonS, skillN: 400, coverageN: 450, stations: 3 });
    expect(mine[0]!.skillSum).toBeCloseTo(80, 9);
    expect(mine[0]!.coverageSum).toBeCloseTo(380, 9);
    expect(mine[1]).toMatchObject({ ...kept, noonS: noonS + DAY_S, skillSum: 2.5, skillN: 10, stations: 1 });
    const means = await engine.meanSkills(NOW_S - 30 * DAY_S, NOW_S);
    const of = (login: string) => means.find((one) => one.login === login)?.skill;
    expect(of('sa')).toBeCloseTo(0.375, 9);
    expect(of('sb')).toBeCloseTo(0.1, 9);
    expect(of('sc')).toBeUndefined();
  });
});

describe.skipIf(enginesHere.length < 2)('an engine of the other kind', () => {
  it.each(enginesHere)('%s says so instead of storing anything', async (kind) => {
    const real = await RealEngine.start(kind);
    try {
      const wrong = kind === 'influxdb' ? real.address.replace('influx+', '') : `influx+${real.address}`;
      await expect(engineAt(wrong)!.meet()).rejects.toThrow(/this engine is/);
    } finally {
      await real.remove();
    }
  });
});
