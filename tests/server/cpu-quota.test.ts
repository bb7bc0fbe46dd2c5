import { describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { CpuQuota } from '../../src/server/limits/cpu-quota.ts';
import { FairScheduler } from '../../src/server/limits/fair-scheduler.ts';
import { ask } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { lanAddress } from '../support/lan.ts';
import { runningClock } from '../support/running-clock.ts';
import { serving } from '../support/serve.ts';

/** What a route needs to be asked at all. */
const QUERIES: Record<string, string> = {
  '/api/history/range': '?hours=24',
  '/api/export.csv': '?hours=1',
  '/api/forecast/issued': '?at=1750000000',
  '/api/forecast/chance': '?value=0',
  '/api/forecast/chances': '?least=0',
  '/api/scorecard/history': '?target=temperature&horizon_s=3600',
};
const reads = Object.values<Endpoint>(endpoints).filter(({ method }) => method === 'get');
const paths = [
  ...reads.map(({ path }) => path),
  '/',
  '/static/assets/index-B3x9_aQ1.js',
  '/static/fonts/inter.woff2',
  '/api/docs/style.css',
  '/static/nothing-here.js',
  '/no/such/path',
];
/**
 * Every look finds so much more of computing, half a millisecond unless told: the kernel counts it by the tick, and what takes less is charged
 * once in a hundred times. Nothing of it comes back, but to a file, which waits until half is there again.
 */
function countingClock(path: string, lookMs = 0.5) {
  let computedMs = 0;
  const isFile = path === endpoints.exportCsv.path;
  return { ...runningClock(), ...(!isFile && { steadyMs: () => 0 }), computedMs: () => (computedMs += lookMs) };
}

describe.skipIf(!lanAddress)('every route that is read', () => {
  it.each(paths)('%s spends of what its address may, until nothing is answered any more', async (path) => {
    const settings = { host: '0.0.0.0', readLimit: { burst: 1, perMinute: 600 } };
    const { port } = await serving({ station: new FakeStation(), clock: countingClock(path), settings });
    const head = path === endpoints.stream.path; // whoever only looks at the head of a stream is let go
    const question = { method: head ? 'HEAD' : 'GET', path: path + (QUERIES[path] ?? '') };
    const here = await ask(port, question);
    expect(here.status).not.toBe(429);
    await vi.waitFor(async () => expect((await ask(port, { ...question, address: lanAddress! })).status).toBe(429), {
      timeout: 60_000,
      interval: 0,
    });
    expect((await ask(port, question)).status).toBe(here.status); // this machine is not counted
  });

  it('refuses what has to be worked out first, and what is at hand only when as much again is owed', async () => {
    const { port } = await serving({
      station: new FakeStation({ historyDays: 300 }),
      clock: countingClock(endpoints.range.path, 5), // one answer that takes a slow machine as much as all may cost is no part of this
      settings: { host: '0.0.0.0', readLimit: { burst: 200, perMinute: 0.001 } },
    });
    const wide = (n: number) => ask(port, { path: `/api/history/range?hours=${5000 + n}`, address: lanAddress! });
    let n = 0;
    while ((await wide(n)).status === 200) n += 1;
    expect((await ask(port, { path: '/api/telemetry', address: lanAddress! })).status).toBe(200);
    const metrics = await ask(port, { path: '/api/metrics', address: lanAddress! });
    expect(metrics).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
  });
});

describe('the costs of an address', () => {
  const from = (remoteAddress: string, headers = {}) =>
    ({ socket: { remoteAddress }, headers }) as Parameters<CpuQuota['spend']>[0];
  const [neighbour, wall] = [from('192.0.2.7'), from('127.0.0.1')];

  it('come back with time that passes, not with a clock that is set', async () => {
    const clock = new FakeClock();
    const quota = new CpuQuota({ burst: 1000, perMinute: 600 }, clock, new FairScheduler(clock));
    quota.spend(neighbour, 1000);
    expect(() => quota.admit(neighbour)).toThrow('try again in 1 s');
    clock.jumpWallS(400 * 86_400);
    expect(() => quota.admit(neighbour)).toThrow('try again in 1 s');
    await clock.advance(1000);
    quota.admit(neighbour);
    quota.spend(wall, 1e9);
    quota.admit(wall);
  });

  it('are those of one address for all clients of a proxy on this machine', () => {
    const clock = new FakeClock();
    const quota = new CpuQuota({ burst: 1000, perMinute: 600 }, clock, new FairScheduler(clock));
    const proxied = (client: string) => from('127.0.0.1', { 'x-forwarded-for': client });
    quota.spend(proxied('192.0.2.1'), 1000);
    expect(() => quota.admit(proxied('192.0.2.2'))).toThrow('try again in 1 s');
    expect(quota.halfInS(proxied('127.0.0.1'))).toBeGreaterThan(0);
    quota.admit(wall);
    quota.admit(neighbour);
  });

  it('of a long file are half of them at most at once', () => {
    const clock = new FakeClock();
    const quota = new CpuQuota({ burst: 1000, perMinute: 600 }, clock, new FairScheduler(clock));
    expect(quota.halfInS(neighbour)).toBe(0);
    quota.spend(neighbour, 600);
    expect(quota.halfInS(neighbour)).toBe(10);
    quota.admit(neighbour); // the page is still answered
  });
});
