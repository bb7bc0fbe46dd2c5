import { expect, it } from 'vitest';
import { Gathering } from '../../../src/main/settings-file/gathering.ts';
import { FakeClock } from '../../support/fake-clock.ts';

it('settings changed without end leave the station at rest but for six starts a minute', async () => {
  const clock = new FakeClock();
  const gathering = new Gathering(clock);
  const beganMs: number[] = [];
  for (let i = 0; i < 60; i += 1) {
    await clock.advance(gathering.waitMs());
    gathering.begun();
    beganMs.push(clock.steadyMs());
  }
  expect(beganMs[5]! - beganMs[0]!).toBeLessThan(2000); // who tries out a few has each at once
  for (const startMs of beganMs) {
    expect(beganMs.filter((at) => at >= startMs && at < startMs + 60_000).length).toBeLessThanOrEqual(6);
  }
});
