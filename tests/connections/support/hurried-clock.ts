import type { Clock } from '../../../src/base/clock.ts';
import { systemClock } from '../../../src/main/clock.ts';
import { runningClock } from '../../support/running-clock.ts';

/** Patience of a link with its broker: for any answer, and for that to a test. */
const PATIENCE_MS = 15_000;

/**
 * Running clock whose pauses are `times` as short. Patience with a broker is not, unless it is `hasty`: a busy machine is no silent broker.
 * The hasty one pauses no longer than it is patient.
 */
export const hurriedClock = (times: number, hasty = false): Clock => ({
  ...runningClock(),
  sleep: (ms, signal) => systemClock.sleep(hasty ? Math.min(ms, PATIENCE_MS) / times : unhurried(ms, times), signal),
});

const unhurried = (ms: number, times: number): number => (ms === PATIENCE_MS ? ms : ms / times);
