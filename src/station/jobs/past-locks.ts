import type { Clock } from '../../base/clock.ts';
import type { HeavyHandle } from '../../base/heavy-handle.ts';
import { isBusy } from '../store/sqlite/database.ts';
import type { Heavy } from './heavy.ts';
import type { HeavyName, InputOf, OutputOf } from './works.ts';

/** Pause before the next try: the job's own connection has waited as long for the lock. */
const AGAIN_AFTER_MS = 10_000;

/**
 * Retry of heavy jobs that another program's write lock has ended. Each goes on where its note says, or does the same again, so
 * nobody has to hear of the lock.
 */
export const pastLocks = (heavy: Heavy, clock: Clock): Heavy => ({
  async run<N extends HeavyName>(name: N, input: InputOf<N>, handle: HeavyHandle): Promise<OutputOf<N>> {
    for (;;) {
      try {
        return await heavy.run(name, input, handle);
      } catch (error) {
        if (!isBusy(error)) throw error;
        await clock.sleep(AGAIN_AFTER_MS, handle.signal);
        if (handle.signal.aborted) throw error;
      }
    }
  },
});
