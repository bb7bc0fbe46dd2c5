import { expect, it } from 'vitest';
import { RestartLimiter } from '../../../src/main/settings-file/restart-limiter.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const never = new AbortController().signal;
/** As long as it takes, by the clock. */
async function over(waiting: Promise<void>, clock: FakeClock): Promise<number> {
  const begunMs = clock.steadyMs();
  let isOver = false;
  void waiting.then(() => (isOver = true));
  while (!isOver) await clock.advance(100);
  return clock.steadyMs() - begunMs;
}

it('settings changed without end leave the station at rest but for six starts a minute', async () => {
  const clock = new FakeClock();
  const gathering = new RestartLimiter(clock);
  const beganMs: number[] = [];
  for (let i = 0; i < 60; i += 1) {
    await over(
      gathering.wait(['site.name'], () => never, never),
      clock,
    );
    gathering.begun();
    beganMs.push(clock.steadyMs());
  }
  expect(beganMs[5]! - beganMs[0]!).toBeLessThan(2000); // who tries out a few has each at once
  for (const startMs of beganMs) {
    expect(beganMs.filter((at) => at >= startMs && at < startMs + 60_000).length).toBeLessThanOrEqual(6);
  }
});

it('who may change things waits for nobody, also where others have changed settings without end', async () => {
  const clock = new FakeClock();
  const gathering = new RestartLimiter(clock);
  for (let i = 0; i < 6; i += 1) gathering.begun();
  const changed = ['site.name'];
  let wake = new AbortController();
  const woken = () => {
    wake = new AbortController();
    return wake.signal;
  };
  const waiting = over(gathering.wait(changed, woken, never), clock);
  await clock.advance(10);
  changed.push('access.writes');
  wake.abort();
  expect(await waiting).toBeLessThan(1000);
});
