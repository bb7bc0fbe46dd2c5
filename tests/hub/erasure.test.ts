import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import type { Fleet } from '../../src/contract/fleet.ts';
import { engineAt } from '../../src/hub/engine/open.ts';
import { eraseStation } from '../../src/hub/erasure.ts';
import { NoticeFile } from '../../src/hub/notice-file.ts';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { systemClock } from '../../src/main/clock.ts';
import { enginesHere, RealEngine } from '../support/engines.ts';
import { HubHere, type Key } from '../support/hub-here.ts';
import { loggedIn, sent, withPeople } from '../support/hub-people.ts';
import { realNowS } from '../support/real-now.ts';

const NOW_S = Math.floor(realNowS('a hub takes no rows of the future'));
const DAY_START_S = Math.floor(NOW_S / DAY_S) * DAY_S - 40 * DAY_S;
const never = new AbortController().signal;

describe.each(enginesHere)('erasing a station on %s', (kind) => {
  let real: RealEngine;
  let hub: HubHere;
  let gone: Key;
  let stays: Key;
  beforeAll(async () => {
    real = await RealEngine.start(kind);
    hub = await HubHere.start(real.address, ['Gone School', 'Stays School']);
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
      noticeFile: new NoticeFile(hub.folder),
      ask: (question) => question(engineAt(real.address)!),
      clock: systemClock, // now: a running hub sees the removal in its own time
      signal: never,
    });

  it('leaves nothing of it in the engine, also after the engine was started again, and all of the others', async () => {
    for (const key of [gone, stays]) expect((await hub.post(key, everything())).status).toBe(204);
    const endS = DAY_START_S + DAY_S - 1;
    expect([await hub.proof(gone, endS), await hub.proof(stays, endS)]).toEqual([580, 580]);
    await new NoticeFile(hub.folder).change((notices) => {
      const one = notices.staged({ text: 'for one', share: 100, only: [gone.login] }, NOW_S, 'a1');
      const both = (one as Exclude<typeof one, string>).notices.staged(
        { text: 'for both', share: 100, only: [gone.login, stays.login] },
        NOW_S,
        'b2',
      );
      return { notices: (both as Exclude<typeof both, string>).notices, answer: null };
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
    expect(new NoticeFile(hub.folder).read().all.map(({ text, only }) => [text, only])).toEqual([
      ['for both', [stays.login]],
    ]);
  });

  it('erases again what comes to the engine later, and may be asked again', async () => {
    const engine = engineAt(real.address)!;
    await engine.write(`wx_fc,station=${gone.login},target=humidity,horizon=6h mu=1 ${DAY_START_S}\n`);
    await engine.settle();
    expect(await engine.seriesOf(gone.login)).toBe(1);
    await hub.running.hub.tidy();
    await engine.settle();
    expect(await engine.seriesOf(gone.login)).toBe(0);
    expect(await erase()).toBe(0);
  });

  it('is for operators, who type the login once more, and stands in the audit log', async () => {
    await withPeople(hub.folder, [
      { name: 'Olga', role: 'operator' },
      { name: 'Vera', role: 'viewer' },
    ]);
    hub.running.staff.people.hear();
    const by = async (name: string, login = stays.login) =>
      sent(hub, 'POST', `/api/fleet/${stays.login}/erase`, { login }, { Cookie: await loggedIn(hub, name) });
    expect((await by('Vera')).status).toBe(403);
    expect((await by('Olga', 'stays')).status).toBe(404);
    const answer = await by('Olga');
    expect([answer.status, await answer.json()]).toEqual([200, { erased: stays.login, series: expect.any(Number) }]);
    expect(await engineAt(real.address)!.seriesOf(stays.login)).toBe(0);
    expect(hub.running.staff.audit.read(1)).toMatchObject([{ who: 'Olga', did: 'station-erased', to: stays.login }]);
  });
});
