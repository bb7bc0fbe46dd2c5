import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/system-error.ts';
import { sentence } from '../../words/sentence.ts';
import type { Report } from '../report.ts';
import { isDamage } from '../store/sqlite/database.ts';
import { whenFree } from '../store/sqlite/when-free.ts';
import type { Store } from '../store/store.ts';
import type { Heavy } from './heavy.ts';
import type { Jobs } from './queue.ts';

/** After a rescue that failed (the disk had no room for a second database) the next try waits. */
const AGAIN_AFTER_MS = 600_000;
/** Pause before the next try of a job that another program's lock has ended: a thread of its own. */
const LOCKED_AGAIN_AFTER_MS = 10_000;

interface RescueParts {
  clock: Clock;
  store: Store;
  heavy: Heavy;
  jobs: Jobs;
  report: Report;
}

/** Online repair: a heavy job rebuilds a damaged database while the station runs, and then swaps it in. */
export class Rescue {
  #notBeforeMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: RescueParts) {}

  /** Call it after every commit; it returns at once where there is nothing to rescue. */
  async look(): Promise<void> {
    const { clock, store, heavy, jobs, report } = this.parts;
    const input = store.place.rescue;
    if (input === null || clock.steadyMs() < this.#notBeforeMs) return;
    this.#notBeforeMs = clock.steadyMs() + AGAIN_AFTER_MS;
    try {
      const done = await jobs.run('salvage', async (handle) => {
        const made = await heavy.run('salvage', input, handle);
        store.rescued(made); // before any other job may begin
        return made.salvage!;
      });
      if (!('error' in done)) this.#notBeforeMs = Number.NEGATIVE_INFINITY;
    } catch (error) {
      report('storage', 'error', sentence('database.not-rebuilt', { why: messageOf(error) }));
    }
  }
}

/**
 * Heavy jobs beside a store and other programs. Damage that they meet over connections of their own is told to the store; a lock does not
 * end them: each goes on where its note says, or does the same again.
 */
export const besideOthers = (heavy: Heavy, store: Store, clock: Clock): Heavy => ({
  run: (name, input, handle) => {
    const locks = { clock, everyMs: LOCKED_AGAIN_AFTER_MS, signal: handle.signal };
    return whenFree(() => heavy.run(name, input, handle), locks).catch((error: unknown) => {
      if (isDamage(error)) store.place.hearOfDamage((error as Error).message);
      throw error;
    });
  },
});
