import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import type { Fleet } from '../../src/contract/fleet.ts';
import { EngineError } from '../../src/hub/engine/engine.ts';
import { KeptRows } from '../../src/hub/engine/kept-rows.ts';
import { engineAt } from '../../src/hub/engine/open.ts';
import type { VictoriaMetrics } from '../../src/hub/engine/victoria.ts';
import { eraseStation } from '../../src/hub/keeping/erasure.ts';
import { expiringValues, keptFromS, Retention } from '../../src/hub/keeping/retention.ts';
import { noticeFile } from '../../src/hub/notices.ts';
import { Registry } from '../../src/hub/registry.ts';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { systemClock } from '../../src/main/clock.ts';
import { enginesHere, enginesPlayed, RealEngine } from '../support/engines.ts';
import { add, HubHere, type Key, silentLog } from '../support/hub-here.ts';
import { loggedIn, sent, withPeople } from '../support/hub-people.ts';
import { portOf } from '../support/port-of.ts';
import { realNowS } from '../support/real-now.ts';
import { hubClock } from '../support/running-clock.ts';

/** Noon of the last whole day: no day turns beneath a retention, which counts whole ones. */
const NOW_S = (Math.floor(realNowS('an engine keeps rows of its retention only') / DAY_S) - 0.5) * DAY_S;
const DAY_START_S = Math.floor(NOW_S / DAY_S) * DAY_S - 40 * DAY_S;
const clock = { ...hubClock(10), nowS: () => NOW_S };
const never = new AbortController().signal;

it('a limit of more years than there have been since 1970 deletes nothing, and asks no engine about them', async () => {
  const refuse = () => Promise.reject(new EngineError('refused', 'parse error: duration -1d'));
  expect(await expiringValues(refuse, ['north'], keptFromS(36_500, NOW_S))).toBe(0);
});

describe.skipIf(enginesHere.length === 0).each(enginesPlayed)('erasing a station on %s', (kind) => {
  let real: RealEngine;
  let hub: HubHere;
  let gone: Key;
  let stays: Key;
  beforeAll(async () => {
    real = await RealEngine.start(kind);
    hub = await HubHere.start(real.address, ['Gone School', 'Stays School'], { clock });
    [gone, stays] = hub.keys as [Key, Key];
  });
  afterAll(async () => {
    await hub.stop();
    await real.remove();
  });

  const everything = (): string =>
    [
      ...Array.from({ length: 288 }, (_, i) => `wx,rev=0 temp=${i / 10},hum=50 ${DAY_START_S + 300 * i}\n`),
      `wx,rev=3 temp=7 ${DAY_START_S}\n`,
      `wx,rev=0 later_word=7 ${NOW_S - 600}\n`, // of a newer station
      `wx_fc,target=temperature,horizon=6h mu=1,halfwidth=2 ${NOW_S - 600}\n`,
      `wx_score,target=temperature,horizon=6h skill=0.1,coverage=0.9,n=20 ${DAY_START_S}\n`,
      `wx_station version=1002003,health=0,lat=55.71,lon=12.1 ${NOW_S - 60}\n`,
    ].join('');
  const erase = () =>
    eraseStation(gone.login, {
      folder: hub.folder,
      registryFile: new RegistryFile(hub.folder),
      ask: (question) => question(engineAt(real.address)!),
      clock, // a running hub sees the removal in its own time
      signal: never,
    });

  it('leaves nothing of it in the engine, also after the engine was started again, and all of the others', async () => {
    for (const key of [gone, stays]) expect((await hub.post(key, everything())).status).toBe(204);
    const endS = DAY_START_S + DAY_S - 1;
    expect([await hub.proof(gone, endS), await hub.proof(stays, endS)]).toEqual([580, 580]);
    await noticeFile(hub.folder).change((notices) => {
      const one = notices.staged({ text: 'for one', share: 100, only: [gone.login] }, NOW_S, 'a1');
      const both = (one as Exclude<typeof one, string>).list.staged(
        { text: 'for both', share: 100, only: [gone.login, stays.login] },
        NOW_S,
        'b2',
      );
      return both as Exclude<typeof both, string>;
    });
    hub.running.hub.savePicture();

    expect(await erase()).toBeGreaterThanOrEqual(kind === 'influxdb' ? 5 : 13);

    const engine = engineAt(real.address)!;
    await real.kill('SIGTERM');
    await real.start();
    await engine.meet();
    expect(await engine.seriesOf(gone.login)).toBe(0);
    expect(await engine.series(gone.login, 'wx', 1, NOW_S)).toEqual([]);
    expect((await engine.held([gone.login, stays.login], endS, { of: 'all' })).get(gone.login)!.values).toBe(0);
    expect(await engine.revisions()).toEqual(new Map([[stays.login, [0, 3]]]));
    expect(await hub.proof(stays, endS)).toBe(580);
  });

  it('leaves no more than the login in the files of the hub, so that nobody is ever called so again', async () => {
    expect((await hub.post(gone, everything())).status).toBe(401);
    await hub.running.hub.look();
    hub.running.hub.savePicture();
    const { stations } = await hub.json<Fleet>('/api/fleet');
    expect(stations.map(({ id }) => id)).toEqual([stays.login]);
    const holding = readdirSync(hub.folder).filter((name) =>
      readFileSync(join(hub.folder, name)).includes('gone-school'),
    );
    expect(holding.sort()).toEqual(['erased.json', 'removed.json']);
    const all = readdirSync(hub.folder).map((name) => readFileSync(join(hub.folder, name), 'utf8'));
    expect(all.join('')).not.toContain('Gone School');
    expect(
      noticeFile(hub.folder)
        .read()
        .all.map(({ text, only }) => [text, only]),
    ).toEqual([['for both', [stays.login]]]);
  });

  it('stays so when a backup brings its login back', async () => {
    const file = new RegistryFile(hub.folder);
    await file.change((registry) => {
      const back = { ...registry.find(stays.login)!, login: gone.login };
      return { list: new Registry([...registry.stations, back], registry.gone, registry.details) };
    });
    const again = await HubHere.start(real.address, [], { dataDir: hub.folder });
    expect(again.running.hub.registry.stations.map(({ login }) => login)).toEqual([stays.login]);
    await again.stop();
    expect(file.read().find(gone.login)).toBeNull();
    hub.running.hub.reloadFiles();
  });

  it('erases again what comes to the engine later, and may be asked again', async () => {
    const engine = engineAt(real.address)!;
    await engine.write(`wx_fc,station=${gone.login},target=humidity,horizon=6h mu=1 ${DAY_START_S}\n`);
    await engine.flush();
    expect(await engine.seriesOf(gone.login)).toBe(1);
    await hub.running.tidying();
    await engine.flush();
    expect(await engine.seriesOf(gone.login)).toBe(0);
    expect(await erase()).toBe(0);
  });

  it('is for operators, who type the login once more, and stands in the audit log', async () => {
    await withPeople(hub.folder, [
      { name: 'Olga', role: 'operator' },
      { name: 'Vera', role: 'viewer' },
    ]);
    hub.running.staff.people.reload();
    const by = async (name: string, login = stays.login) =>
      sent(hub, 'POST', `/api/fleet/${stays.login}/erase`, { login }, { Cookie: await loggedIn(hub, name) });
    expect((await by('Vera')).status).toBe(403);
    expect((await by('Olga', 'stays')).status).toBe(404);
    const answer = await by('Olga');
    expect([answer.status, await answer.json()]).toEqual([200, { erased: stays.login, series: expect.any(Number) }]);
    expect(await engineAt(real.address)!.seriesOf(stays.login)).toBe(0);
    expect(hub.running.staff.audit.read(1)).toMatchObject([{ who: 'Olga', did: 'station-erased', to: stays.login }]);
  });

  describe('retention', () => {
    const TODAY_S = Math.floor(NOW_S / DAY_S) * DAY_S;
    const engine = () => engineAt(real.address)!;
    const keep = (days: number | null) =>
      new RegistryFile(hub.folder).change((registry) => {
        hub.running.hub.reloadFiles();
        return { list: registry.detailed([keeps.login], { keep_days: days }) };
      });
    const look = () => {
      hub.running.hub.reloadFiles();
      return hub.running.retention.look();
    };
    const rowsOnDay = (dayS: number): string[] =>
      Array.from({ length: 24 }, (_, i) => `wx,rev=0 temp=${i / 10},hum=50 ${dayS + 3600 * i}\n`);
    const daysThere = async (): Promise<number[]> => {
      const [temp] = await engine().series(keeps.login, 'wx', 1, NOW_S);
      return [...new Set(temp?.tS.map((tS) => Math.round((TODAY_S - Math.floor(tS / DAY_S) * DAY_S) / DAY_S)))];
    };
    let keeps: Key;

    it('deletes what is older than the days of its station, to the day, and nothing else of it or of another', async () => {
      keeps = await add(hub.folder, 'Keeps School');
      const other = await add(hub.folder, 'Other School');
      hub.running.hub.reloadFiles();
      const days = [1, 5, 29, 30, 31, 32, 100, 400].map((n) => TODAY_S - n * DAY_S);
      const more = [
        `wx,rev=0 later_word=7 ${TODAY_S - DAY_S}\n`,
        `wx_fc,target=temperature,horizon=6h mu=1,halfwidth=2 ${TODAY_S - 31 * DAY_S}\n`,
        `wx_fc,target=temperature,horizon=6h mu=1,halfwidth=2 ${TODAY_S - DAY_S}\n`,
        `wx_station version=1002003,health=0 ${NOW_S - 60}\n`,
      ];
      const all = [...days.flatMap(rowsOnDay), ...more].join('');
      for (const key of [keeps, other]) expect((await hub.post(key, all)).status).toBe(204);
      await engine().flush();
      const before = await engine().valuesOf(other.login, 1, NOW_S);
      expect(await engine().valuesOf(keeps.login, 1, NOW_S)).toBe(before);
      await keep(30);
      await look();
      expect(await daysThere()).toEqual([30, 29, 5, 1]);
      expect(await engine().valuesOf(keeps.login, 1, TODAY_S - 30 * DAY_S - 1)).toBe(0);
      expect(await engine().valuesOf(keeps.login, 1, NOW_S)).toBe(4 * 48 + 1 + 2 + 2);
      expect(await engine().valuesOf(other.login, 1, NOW_S)).toBe(before);
      expect(await hub.proof(keeps, TODAY_S - 1)).toBe(48 + 1 + 2);
      expect(hub.running.staff.audit.read(1)).toMatchObject([
        {
          by: 'hub',
          did: 'readings-expired',
          to: keeps.login,
          what: { before: new Date(1000 * (TODAY_S - 30 * DAY_S)).toISOString().slice(0, 10), values: 4 * 48 + 2 },
        },
      ]);
    });

    it('stays as it is when the engine starts again, and when nothing is too old', async () => {
      await real.kill('SIGKILL');
      await real.start();
      await engine().meet();
      expect(await daysThere()).toEqual([30, 29, 5, 1]);
      await keep(29);
      await look();
      // Engines that delete whole series alone are spared a day: a tenth of the time kept.
      expect(await daysThere()).toEqual(kind === 'influxdb' ? [29, 5, 1] : [30, 29, 5, 1]);
      const entries = hub.running.staff.audit.read(10).filter(({ did }) => did === 'readings-expired');
      expect(entries).toHaveLength(kind === 'influxdb' ? 2 : 1);
      await keep(null);
      await look();
      expect(await daysThere()).toEqual(kind === 'influxdb' ? [29, 5, 1] : [30, 29, 5, 1]);
    });

    it('deletes nothing by a clock that is ahead: no station has sent in that time', async () => {
      const before = await engine().valuesOf(keeps.login, 1, NOW_S);
      await keep(30);
      const { hub: inner, staff } = hub.running;
      const ahead = { ...systemClock, nowS: () => NOW_S + 400 * DAY_S }; // now: the database lives now, the hub's clock does not
      hub.running.hub.reloadFiles();
      const told: string[] = [];
      const log = { ...silentLog, warn: (_: object, text?: string) => void told.push(String(text)) };
      await new Retention({ folder: hub.folder, hub: inner, audit: staff.audit, clock: ahead, log }).look();
      expect(await engine().valuesOf(keeps.login, 1, NOW_S)).toBe(before);
      expect(told).toEqual([expect.stringContaining('the clock is wrong')]);
    });

    it('deletes nothing when something else answers in place of the export', async () => {
      if (kind === 'influxdb') return; // exports nothing
      const before = await engine().valuesOf(keeps.login, 1, NOW_S);
      let instead = '<html>Login</html>';
      const portal = createServer(async (req, res) => {
        const body = Buffer.concat(await req.toArray());
        if (req.url!.startsWith('/api/v1/export')) return void res.end(instead);
        const headers = { 'content-type': req.headers['content-type'] ?? '' };
        const answer = await fetch(real.address + req.url, {
          method: req.method!,
          headers,
          ...(body.length > 0 && { body }),
        });
        res.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
      });
      const through = engineAt(`http://127.0.0.1:${await portOf(portal)}`)!;
      const kept = new KeptRows(hub.folder, keeps.login);
      const half = `{"metric":{"__name__":"wx_temp","station":"${keeps.login}"},"values":[1],"timestamps":[${TODAY_S}000]}\n`;
      for (instead of ['<html>Login</html>', '', half, half.slice(0, 60)])
        await expect(through.expire(keeps.login, TODAY_S - 10 * DAY_S, NOW_S, kept)).rejects.toThrow(/engine/);
      expect([kept.isThere, await engine().valuesOf(keeps.login, 1, NOW_S)]).toEqual([false, before]);
      portal.closeAllConnections();
      portal.close();
    });

    it('brings back what stays when it was broken off after the deletion', async () => {
      const there = await engine().valuesOf(keeps.login, 1, NOW_S);
      const kept = new KeptRows(hub.folder, keeps.login);
      if (kind === 'influxdb') return; // deletes in place
      const broken = engine() as VictoriaMetrics;
      vi.spyOn(kept, 'pieces').mockImplementationOnce(() => {
        throw new EngineError('down', 'killed');
      });
      const path = join(hub.folder, `keeping-${keeps.login}.jsonl`);
      await expect(broken.expire(keeps.login, TODAY_S - 10 * DAY_S, NOW_S, kept)).rejects.toThrow('killed');
      expect(await engine().valuesOf(keeps.login, 1, NOW_S)).toBe(0);
      expect([kept.isThere, there > 0]).toEqual([true, true]);
      const whole = readFileSync(path, 'utf8');
      writeFileSync(path, whole.slice(0, whole.length / 2)); // a torn copy is brought back, and kept for who looks at it
      await look();
      expect(kept.isThere).toBe(true);
      writeFileSync(path, whole);
      await look();
      expect([kept.isThere, await daysThere()]).toEqual([false, [5, 1]]);
    });
  });
});
