import { expect, it } from 'vitest';
import { RestartLimiter } from '../../../src/main/settings-file/restart-limiter.ts';
import { FakeClock } from '../../support/fake-clock.ts';

it('settings changed without end leave the station at rest but for six starts a minute', async () => {
  const clock = new FakeClock();
  const limiter = new RestartLimiter(clock);
  const beganMs: number[] = [];
  for (let i = 0; i < 60; i += 1) {
    await clock.advance(limiter.waitMs(['site.name']));
    limiter.begun();
    beganMs.push(clock.steadyMs());
  }
  expect(beganMs[5]! - beganMs[0]!).toBeLessThan(2000); // who tries out a few has each at once
  for (const startMs of beganMs) {
    expect(beganMs.filter((at) => at >= startMs && at < startMs + 60_000).length).toBeLessThanOrEqual(6);
  }
});

it('a further change puts a restart off no more', async () => {
  const clock = new FakeClock();
  const limiter = new RestartLimiter(clock);
  const waitMs = limiter.waitMs(['site.name']);
  await clock.advance(waitMs - 10);
  expect(limiter.waitMs(['site.name', 'site.units'])).toBe(10);
});

it('who may change things waits for nobody, also where others have changed settings without end', async () => {
  const clock = new FakeClock();
  const limiter = new RestartLimiter(clock);
  for (let i = 0; i < 6; i += 1) limiter.begun();
  expect(limiter.waitMs(['site.name'])).toBeGreaterThan(50_000);
  expect(limiter.waitMs(['site.name', 'access.writes'])).toBeLessThan(1000);
});
