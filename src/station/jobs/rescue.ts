import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/system-error.ts';
import { sentence } from '../../words/sentence.ts';
import type { Report } from '../report.ts';
import { isDamage } from '../store/sqlite/database.ts';
import type { Store } from '../store/store.ts';
import type { Heavy } from './heavy.ts';
import type { Jobs } from './queue.ts';

/** After a rescue that failed (the disk had no room for a second database) the next try waits. */
const AGAIN_AFTER_MS = 600_000;

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
    const input = store.rescue;
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

/** Heavy jobs meet damage over connections of their own; the store hears of it all the same. */
export const tellingDamage = (heavy: Heavy, store: Store): Heavy => ({
  run: (name, input, handle) =>
    heavy.run(name, input, handle).catch((error: unknown) => {
      if (isDamage(error)) store.hearOfDamage((error as Error).message);
      throw error;
    }),
});
