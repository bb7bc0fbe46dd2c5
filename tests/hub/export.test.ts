import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import { engineAt } from '../../src/hub/engine/open.ts';
import { exported } from '../../src/hub/export.ts';
import { enginesHere, RealEngine } from '../support/engines.ts';
import { HubHere, type Key } from '../support/hub-here.ts';
import { loggedIn, withPeople } from '../support/hub-people.ts';
import { realNowS } from '../support/real-now.ts';

const TODAY_S = Math.floor(realNowS('a hub takes no rows of the future') / DAY_S) * DAY_S;
const FROM_S = TODAY_S - 70 * DAY_S;

describe.each(enginesHere)('an export of a fleet on %s', (kind) => {
  let real: RealEngine;
  let hub: HubHere;
  let cookie: Record<string, string>;
  beforeAll(async () => {
    real = await RealEngine.start(kind);
    hub = await HubHere.start(real.address, ['North', 'South', 'Empty']);
    const [north, south] = hub.keys as [Key, Key];
    const hourly = (rev: number, value: number, fromS: number, days: number) =>
      Array.from({ length: 24 * days }, (_, i) => `wx,rev=${rev} temp=${value},rain=0.2 ${fromS + 3600 * i}\n`).join(
        '',
      );
    expect((await hub.post(north, hourly(0, 1, FROM_S, 60))).status).toBe(204);
    expect((await hub.post(north, hourly(1, 5, FROM_S + 35 * DAY_S, 1))).status).toBe(204); // one day anew
    expect((await hub.post(south, hourly(0, 2, FROM_S, 2))).status).toBe(204);
    await hub.proof(north, TODAY_S);
    await withPeople(hub.folder, [{ name: 'Olga', role: 'operator' }]);
    hub.running.staff.people.hear();
    cookie = { Cookie: await loggedIn(hub, 'Olga') };
  });
  afterAll(async () => {
    await hub.stop();
    await real.remove();
  });
  const get = (query: string) => hub.get(`/api/export?start=${FROM_S}&end=${TODAY_S - 1}${query}`, cookie);

  it('has every row of every station once, as it was told last, over the seams of its months', async () => {
    const answer = await get('');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, ...lines] = (await answer.text())
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(head!.slice(0, 4)).toEqual(['station', 'ts', 'time', 'temperature_c']);
    expect(lines).toHaveLength(24 * 62);
    expect(new Set(lines.map(([login, ts]) => `${login} ${ts}`)).size).toBe(24 * 62);
    const temps = (login: string) =>
      Map.groupBy(
        lines.filter(([one]) => one === login),
        (line) => line[3],
      );
    expect([...temps('north')].map(([value, all]) => [value, all.length]).sort()).toEqual([
      ['1', 24 * 59],
      ['5', 24],
    ]);
    expect([...temps('south')].map(([value, all]) => [value, all.length])).toEqual([['2', 48]]);
    expect(hub.running.staff.audit.read(1)).toMatchObject([
      { who: 'Olga', did: 'rows-exported', what: { stations: 3 } },
    ]);
  });

  it('is line protocol that another database takes as it is', async () => {
    const text = await (await get('&format=lines')).text();
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(24 * 62);
    expect(lines[0]).toBe(`wx,station=north rain=0.2,temp=1 ${FROM_S}`);
    const engine = engineAt(real.address)!;
    await engine.write(text.replaceAll('station=north', 'station=copy'));
    await engine.settle();
    const copied = await engine.series('copy', 'wx', FROM_S, TODAY_S);
    expect(copied.reduce((sum, { values }) => sum + values.length, 0)).toBe(2 * 24 * 60);
  });

  it('reads on only when its reader does, and a period at a time', async () => {
    const asked: string[] = [];
    const ask = <T>(question: (engine: NonNullable<ReturnType<typeof engineAt>>) => Promise<T>): Promise<T> => {
      asked.push('asked');
      return question(engineAt(real.address)!);
    };
    const pieces = exported({ logins: ['north', 'south'], fromS: FROM_S, toS: TODAY_S, format: 'lines', ask });
    const first = await pieces.next();
    expect(asked).toHaveLength(1);
    expect(String(first.value).split('\n').length - 1).toBe(24 * 31);
    await pieces.return(undefined);
    expect(asked).toHaveLength(1);
  });

  it.each([
    [`start=${FROM_S}`, 422],
    [`start=${TODAY_S}&end=${FROM_S}`, 422],
    [`start=${FROM_S}&end=${TODAY_S}&format=parquet`, 422],
  ])('%s is refused', async (query, status) => {
    expect((await hub.get(`/api/export?${query}`, cookie)).status).toBe(status);
  });
});
