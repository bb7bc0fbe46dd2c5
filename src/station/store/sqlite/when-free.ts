import type { Polling } from '../../../base/clock.ts';
import { isBusy } from './database.ts';

interface Waiting extends Polling {
  /** Called with each try that is kept out, with the time since the first. */
  keptOut?: (forMs: number) => void;
}

/** Retry past another program's lock: work that it keeps out is done again, until its time or `signal` ends it. */
export async function whenFree<T>(
  work: () => T | Promise<T>,
  { clock, everyMs, forMs, signal, keptOut }: Waiting,
): Promise<T> {
  for (const startMs = clock.steadyMs(); ; await clock.sleep(everyMs, signal)) {
    try {
      return await work();
    } catch (error) {
      const isOver = signal.aborted || clock.steadyMs() - startMs >= (forMs ?? Number.POSITIVE_INFINITY);
      if (!isBusy(error) || isOver) throw error;
      keptOut?.(clock.steadyMs() - startMs);
    }
  }
}
