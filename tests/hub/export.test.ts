import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import type { Engine } from '../../src/hub/engine/engine.ts';
import { engineAt } from '../../src/hub/engine/open.ts';
import { exported } from '../../src/hub/export.ts';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { dispatch } from '../../src/main/cli.ts';
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
    expect((await hub.post(south, hourly(0, 2, FROM_S, 2).replaceAll(',rain=', ',simulated=1,rain='))).status).toBe(
      204,
    );
    await hub.proof(north, TODAY_S);
    await withPeople(hub.folder, [{ name: 'Olga', role: 'operator' }]);
    hub.running.staff.people.reload();
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
    const madeUp = new Set(lines.filter((line) => line.at(-1) === 'true').map(([login]) => login));
    expect([head!.at(-1), ...madeUp]).toEqual(['simulated', 'south']);
    expect([...temps('south')].map(([value, all]) => [value, all.length])).toEqual([['2', 48]]);
    expect(hub.running.staff.audit.read(1)).toMatchObject([
      { who: 'Olga', did: 'rows-exported', what: { stations: 3 } },
    ]);
  });

  it('asked for its head alone asks the database nothing, and is no deed; a group that nobody is in is refused', async () => {
    const deeds = hub.running.staff.audit.read(100).length;
    const { engine } = hub.running.hub;
    const ask = engine.ask.bind(engine);
    let exports = 0;
    // Only what an export asks for: the hub asks for the newest rows of its stations meanwhile.
    engine.ask = (question) => ask((asked) => question(counting(asked)));
    const counting = (asked: Engine): Engine =>
      new Proxy(asked, {
        get(target, name) {
          if (name === 'series') exports++;
          const part: unknown = Reflect.get(target, name, target);
          return typeof part === 'function' ? part.bind(target) : part;
        },
      });
    const url = `${hub.url}/api/export?start=${FROM_S}&end=${TODAY_S - 1}`;
    const head = await fetch(url, { method: 'HEAD', headers: cookie });
    expect([head.status, head.headers.get('content-type'), exports]).toEqual([200, 'text/csv; charset=utf-8', 0]);
    expect((await get('&group=Nirgends')).status).toBe(404);
    expect(hub.running.staff.audit.read(100)).toHaveLength(deeds);
    await (await get('')).text();
    engine.ask = ask;
    expect(exports).toBeGreaterThan(0);
  });

  it('is line protocol that another database takes as it is', async () => {
    const text = await (await get('&format=lines')).text();
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(24 * 62);
    expect(lines[0]).toBe(`wx,station=north rain=0.2,temp=1 ${FROM_S}`);
    const engine = engineAt(real.address)!;
    await engine.write(text.replaceAll('station=north', 'station=copy'));
    await engine.flush();
    const copied = await engine.series('copy', 'wx', FROM_S, TODAY_S);
    expect(copied.reduce((sum, { values }) => sum + values.length, 0)).toBe(2 * 24 * 60);
  });

  it('is the same by command, of a group alone too, and stands in the audit log', async () => {
    const day = (s: number) => new Date(1000 * s).toISOString().slice(0, 10);
    const run = async (...more: string[]) => {
      const pieces: string[] = [];
      const stdout = { write: (piece: string) => pieces.push(piece) > 0 } as unknown as NodeJS.WriteStream;
      const period = ['--from', day(FROM_S), '--to', day(TODAY_S), '--data', hub.folder, '--engine', real.address];
      const code = await dispatch(['hub', 'export', ...period, ...more], { stdout, stderr: process.stderr, env: {} });
      return [code, pieces.join('')];
    };
    expect(await run()).toEqual([0, await (await get('')).text()]);
    expect(await run('--format', 'lines')).toEqual([0, await (await get('&format=lines')).text()]);
    await new RegistryFile(hub.folder).change((registry) => ({
      list: registry.detailed(['south'], { group: 'West' }),
    }));
    const [, lines] = await run('--format', 'lines', '--group', 'West');
    expect(
      new Set(
        String(lines)
          .trimEnd()
          .split('\n')
          .map((line) => line.split(' ')[0]),
      ),
    ).toEqual(new Set(['wx,station=south']));
    expect(hub.running.staff.audit.read(1)).toMatchObject([
      { by: 'command', did: 'rows-exported', to: 'West', what: { stations: 1, format: 'lines' } },
    ]);
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

it('an export that is refused is no file: an engine that is away is told by the status', async () => {
  const hub = await HubHere.start('http://127.0.0.1:9', ['North']);
  await withPeople(hub.folder, [{ name: 'Olga', role: 'operator' }]);
  hub.running.staff.people.reload();
  const cookie = { Cookie: await loggedIn(hub, 'Olga') };
  const refused = await hub.get(`/api/export?start=${FROM_S}&end=${TODAY_S - 1}`, cookie);
  expect([refused.status, refused.headers.get('content-disposition')]).toEqual([502, null]);
  await hub.stop();
});
