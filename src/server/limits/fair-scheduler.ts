import type { Clock } from '../../base/clock.ts';
import type { Steps } from '../../base/steps.ts';
import { isLoopbackKey } from '../../http/addresses.ts';

/** Longest use of the sampling thread by answers in each turn of the event loop. One step may exceed it. */
const SLICE_MS = 2;

/** Answers in work per client: each holds what it has read, so others wait before they begin. */
const IN_WORK = 4;

/** And of all askers but this machine together: a hundred addresses must not hold a hundred times as much. */
const IN_WORK_OF_ALL = 8;

/** CPU time where the clock has it: wall time also passes while the machine does other things. */
export const computedMs = (clock: Clock): number => clock.computedMs?.() ?? clock.steadyMs();

interface Job {
  begun: boolean;
  /** Runs one slice; true if it was the last. */
  slice(): boolean;
}

/**
 * Round-robin scheduler: one slice of one answer in each turn of the event loop. Answered in one go, requests that arrive together would
 * keep the sampling waiting, which shares their thread. Clients take turns, and so do the requests of one client: a short one does not
 * wait for a long one, nor one client for another's hundred.
 */
export class FairScheduler {
  /** Queue of clients; one that had its turn goes to the end. */
  readonly #waiting = new Map<string, Job[]>();
  #begun = 0;
  #running = false;
  constructor(private readonly clock: Clock) {}

  /** `costMs`: CPU time on this thread, all slices together. */
  run<T>(asker: string, work: () => Steps<T>): Promise<{ value: T; costMs: number }> {
    return new Promise((resolve, reject) => {
      let steps: Steps<T> | null = null;
      let costMs = 0;
      const slice = (): boolean => {
        const startMs = this.clock.steadyMs();
        const beforeMs = computedMs(this.clock);
        try {
          steps ??= work();
          for (;;) {
            const step = steps.next();
            const spentMs = this.clock.steadyMs() - startMs;
            if (!step.done && spentMs < SLICE_MS) continue;
            costMs += computedMs(this.clock) - beforeMs;
            if (step.done) resolve({ value: step.value, costMs });
            return step.done ?? false;
          }
        } catch (error) {
          reject(error);
          return true;
        }
      };
      this.#waiting.set(asker, [...(this.#waiting.get(asker) ?? []), { begun: false, slice }]);
      this.#wake();
    });
  }

  /** Drops all waiting work: the station behind it is about to close. */
  clear(): void {
    this.#waiting.clear();
    this.#begun = 0;
  }

  #wake(): void {
    if (this.#running) return;
    this.#running = true;
    setImmediate(() => {
      this.#running = false;
      this.#next();
      if (this.#waiting.size > 0) this.#wake();
    });
  }

  #next(): void {
    for (const [asker, jobs] of this.#waiting) {
      const mayBegin = this.#begun < IN_WORK_OF_ALL || isLoopbackKey(asker);
      const at = jobs.slice(0, IN_WORK).findIndex(({ begun }) => begun || mayBegin);
      const job = jobs[at];
      if (!job) continue; // no free place: its first answer waits until another one ends
      const left = jobs.toSpliced(at, 1);
      if (!this.#slice(asker, job)) left.splice(IN_WORK - 1, 0, job);
      this.#waiting.delete(asker);
      if (left.length > 0) this.#waiting.set(asker, left);
      return;
    }
  }

  #slice(asker: string, job: Job): boolean {
    const counts = isLoopbackKey(asker) ? 0 : 1;
    if (!job.begun) this.#begun += counts;
    job.begun = true;
    const over = job.slice();
    if (over) this.#begun -= counts;
    return over;
  }
}
