import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import { FLEET_LIMITS } from '../../src/contract/fleet-line.ts';
import { USUAL_LIMIT } from '../../src/hub/ingest/logins.ts';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { systemClock } from '../../src/main/clock.ts';
import { enginesHere, enginesPlayed } from '../support/engines.ts';
import { add, basic, detailOf, HubHere, type Key } from '../support/hub-here.ts';
import { dayBack, NOW_S, type Schools, withSchools } from './schools.ts';

/** What is let in is decided before an engine is asked: one of them is enough. Behind nginx, `deploy/isolation` has the other. */
describe.skipIf(enginesHere.length === 0)('what a hub lets in', () => {
  let { engine, hub, north, south } = {} as Schools;
  withSchools(enginesPlayed.at(-1)!, (here) => {
    ({ engine, hub, north, south } = here);
  });

  it.each([
    ['a body that is no gzip', { body: 'wx temp=1 1795287000' }, 400],
    ['half a gzip', { body: gzipSync(`wx temp=1 ${NOW_S}`).subarray(0, 20) }, 400],
    ['a gzip that unpacks to 100 MB', { body: gzipSync(Buffer.alloc(100_000_000, 'wx temp=1 1\n')) }, 413],
    ['too much of it packed', { body: Buffer.alloc(FLEET_LIMITS.gzipBytes + 1) }, 413],
    ['another packing', { headers: { 'Content-Encoding': 'br' } }, 415],
    ['letters that are none', { body: gzipSync(Buffer.from([0xff, 0xfe])) }, 400],
    ['a page of somebody else', { headers: { Origin: 'http://evil.example' } }, 403],
    ['another method', { method: 'PUT' }, 405],
  ])('refuses %s in one sentence', async (_what, more, status) => {
    const response = await hub.post(north, `wx temp=1 ${NOW_S}`, more as RequestInit);
    expect(response.status).toBe(status);
    expect(await detailOf(response)).toMatch(/^[^\n]{5,160}$/);
  });

  it('answers under names that are its own alone', async () => {
    const asked = (host: string) =>
      new Promise<number>((resolve, reject) => {
        const req = request(`${hub.url}/api/fleet`, { headers: { Host: host } }, (res) => {
          res.resume();
          resolve(res.statusCode!);
        });
        req.once('error', reject).end();
      });
    expect(await asked('evil.example')).toBe(421);
    expect(await asked('localhost')).toBe(200);
  });

  it.each([
    ['/api/fleet/north-school/history?start=5&end=4', 422],
    ['/api/fleet/north-school/history?start=0', 422],
    ['/api/fleet/north-school/history?bucket=1', 422],
    ["/api/fleet/north-school/history?start=1'%20OR%201=1", 422],
    ['/api/fleet/x%22%7D%5B1d%5D/history', 404],
    ["/api/fleet/north-school'%20OR%20station=~%2F.*%2F/forecast", 404],
    ['/api/fleet/compare?a=north-school&b=nobody', 404],
    ['/api/fleet/compare?a=north-school', 422],
    ['/api/v1/query?query=up', 404],
    ['/api/v1/export?match[]=wx_temp', 404],
    ['/write', 404],
    ['/query?q=SHOW%20DATABASES', 404],
    ['/snapshot/create', 404],
    ['/%ff', 404],
  ])("does not let the engine's own words through: %s is %i", async (path, status) =>
    expect((await hub.get(path)).status).toBe(status),
  );

  describe('isolation: login × path × spoof', () => {
    const spoofs: Array<[what: string, tag: string, query: string]> = [
      ['nothing', '', ''],
      ['a tag', ',station=south-school', ''],
      ['two tags', ',station=quiet,station=south-school', ''],
      ['extra_label', '', '?extra_label=station%3Dsouth-school'],
      ['extra_filters', '', '?extra_filters%5B%5D=%7Bstation%3D%22south-school%22%7D&station=south-school'],
    ];
    const logins: Array<[string, (north: Key, south: Key) => Key | null, number]> = [
      ['its own', (north) => north, 204],
      ["another's secret", (north, south) => ({ login: north.login, secret: south.secret }), 401],
      ["another's login", (north, south) => ({ login: south.login, secret: north.secret }), 401],
      ['none', () => null, 401],
      ['a name of no station', (north) => ({ login: '"} or {"', secret: north.secret }), 401],
      ['letters in another case', (north) => ({ login: north.login.toUpperCase(), secret: north.secret }), 401],
    ];
    const cells = logins.flatMap(([who, key, status], i) =>
      spoofs.map(([what, tag, query], j) => ({ who, key, status, what, tag, query, tS: dayBack(60 + 10 * i + j) })),
    );
    it.each(cells)('$who with $what: writing', async ({ key, status, tag, query, tS }) => {
      const posted = await hub.post(key(north, south), `wx${tag} temp=1 ${tS}\n`, { path: `/api/v1/ingest${query}` });
      expect(posted.status).toBe(status);
    });
    it.each(cells)('$who with $what: asking', async ({ key, status, query, tS }) => {
      const who = key(north, south);
      const headers: Record<string, string> = who === null ? {} : { Authorization: basic(who) };
      const response = await hub.get(`/api/v1/ack${query === '' ? '?' : `${query}&`}t=${tS + 5 * DAY_S}`, headers);
      expect(response.status).toBe(status === 204 ? 200 : 401);
      if (status === 401) expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
    });
    it('after which everybody has what is their own, and nothing else', async () => {
      const { engine: asked } = hub.running.hub;
      await asked.flush();
      for (const { status, tS } of cells)
        for (const [login, n] of [
          [north.login, status === 204 ? 1 : 0],
          [south.login, 0],
          ['quiet', 0],
        ] as const)
          expect(
            (await asked.ask((there) => there.held([login], tS, { of: 'all' }))).get(login)!.values,
            `${login} ${tS}`,
          ).toBe(n);
    });
  });

  it('lets no login number its rows without end, nor anew after a restart', async () => {
    const clock = { ...systemClock, nowS: () => NOW_S }; // now: the engine lives now; of a day that ends meanwhile nothing is counted
    const one = await HubHere.start(engine.address, ['Numbers'], { clock });
    const [key] = one.keys as [Key];
    const send = (to: HubHere, first: number, n: number) =>
      to.post(key, Array.from({ length: n }, (_, i) => `wx,rev=${first + i} temp=1 ${dayBack(4)}\n`).join(''));
    for (let i = 0; i < 2; i++) expect((await send(one, 1, 60)).status).toBe(204);
    await one.running.stop();
    const two = await HubHere.start(engine.address, [], { dataDir: one.folder, clock });
    try {
      const many = await send(two, 61, 60);
      expect([many.status, await detailOf(many)]).toEqual([
        429,
        expect.stringMatching(/numbered its rows in 100 ways today/),
      ]);
      expect(Number(many.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await two.proof(key, dayBack(4))).toBe(60);
    } finally {
      await two.stop();
      await one.stop();
    }
  });

  it('lets one station flood itself alone', async () => {
    const begunMs = systemClock.steadyMs();
    const clock = { ...systemClock, steadyMs: () => begunMs }; // now: the engine lives now; of a limit nothing comes back, however slow the machine
    const usual = await HubHere.start(engine.address, ['Flood', 'Calm'], { limit: undefined, clock });
    try {
      const [flood, calm] = usual.keys as [Key, Key];
      const statuses = await Promise.all(
        Array.from({ length: 40 }, async () => (await usual.post(flood, '\n')).status),
      );
      expect(new Set(statuses)).toEqual(new Set([400, 429]));
      expect(statuses.filter((status) => status === 429)).toHaveLength(40 - USUAL_LIMIT.burst);
      expect((await usual.post(flood, '\n')).headers.get('retry-after')).toBe('1');
      expect((await usual.post(calm, `wx temp=1 ${dayBack(40)}\n`)).status).toBe(204);
    } finally {
      await usual.stop();
    }
  });

  it('hears of a revoked and of a new secret while stations send', async () => {
    const key = await add(hub.folder, 'Moving');
    const file = new RegistryFile(hub.folder);
    const send = (who: Key, i: number) => hub.post(who, `wx temp=${i} ${dayBack(50) + i * 300}\n`);
    await expect.poll(async () => (await send(key, 0)).status).toBe(204);
    await file.change((registry) => ({ list: registry.revoked(key.login, NOW_S) }));
    await expect.poll(async () => (await send(key, 0)).status).toBe(403);
    expect(await detailOf(await send(key, 0))).toMatch(/has been revoked/);
    const { secret } = await file.change((registry) => registry.rotated(key.login, NOW_S));
    const fresh = { ...key, secret };
    await expect.poll(async () => (await send(fresh, 1)).status).toBe(204);
    expect((await send(key, 2)).status).toBe(401);
    expect(await hub.proof(fresh, dayBack(50) + 600)).toBe(2);
  });
});
