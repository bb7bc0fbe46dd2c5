import type { Clock } from '../../../src/base/clock.ts';
import { withWaits } from '../../support/running-clock.ts';

/** Patience of a link with its broker: for any answer, and for that to a test. */
const PATIENCE_MS = 15_000;

/**
 * Running clock whose pauses are `times` as short. Patience with a broker is not, unless it is `hasty`: a busy machine is no silent broker.
 * The hasty one pauses no longer than it is patient.
 */
export const linkClock = (times: number, hasty = false): Clock =>
  withWaits((ms) => {
    if (hasty) return Math.min(ms, PATIENCE_MS) / times;
    return ms === PATIENCE_MS ? ms : ms / times;
  });
