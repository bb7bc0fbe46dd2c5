import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../station/clock.ts';

/** The machine's own time. The only place of the program that asks for it. */
export const systemClock: Clock = {
  nowS: () => Date.now() / 1000,
  steadyMs: () => performance.now(),
  async sleep(ms, signal) {
    if (signal.aborted) return;
    try {
      await wait(Math.max(0, ms), undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
};
