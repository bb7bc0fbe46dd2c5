import type { Clock } from '../station/clock.ts';
import type { Steps } from '../station/steps.ts';

/** As long as answers may hold the thread that samples, in each turn of the event loop. A step too many may add to it. */
const SLICE_MS = 2;

/** Of one asker, as many answers are in work: each of them holds what it has read, and more of them wait before they begin. */
const IN_WORK = 4;

interface Job {
  /** One slice; true when it was the last. */
  slice(): boolean;
}

export interface Done<T> {
  value: T;
  /** How long it held the thread, all slices together. */
  costMs: number;
}

/**
 * One slice of one answer in each turn of the event loop. Requests that come together are read together, and answered in one go
 * they would keep the sampling, which shares their thread, waiting for all of them. Askers take turns, and so do the questions of
 * one asker: a short one does not wait for a long one to end, nor one neighbour for another's hundred.
 */
export class Turns {
  /** Who has had a turn stands behind those who have not. */
  readonly #waiting = new Map<string, Job[]>();
  #running = false;
  constructor(private readonly clock: Clock) {}

  run<T>(asker: string, work: () => Steps<T>): Promise<Done<T>> {
    return new Promise((resolve, reject) => {
      let steps: Steps<T> | null = null;
      let costMs = 0;
      const slice = (): boolean => {
        const startMs = this.clock.steadyMs();
        try {
          steps ??= work();
          for (;;) {
            const step = steps.next();
            const spentMs = this.clock.steadyMs() - startMs;
            if (!step.done && spentMs < SLICE_MS) continue;
            costMs += spentMs;
            if (step.done) resolve({ value: step.value, costMs });
            return step.done ?? false;
          }
        } catch (error) {
          reject(error);
          return true;
        }
      };
      this.#waiting.set(asker, [...(this.#waiting.get(asker) ?? []), { slice }]);
      this.#wake();
    });
  }

  /** Nobody waits for these any more: the station behind them is about to close. */
  clear(): void {
    this.#waiting.clear();
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
    for (const [asker, [job, ...others]] of this.#waiting) {
      const over = job?.slice() ?? true;
      this.#waiting.delete(asker);
      const left = over ? others : [...others.slice(0, IN_WORK - 1), job!, ...others.slice(IN_WORK - 1)];
      if (left.length > 0) this.#waiting.set(asker, left);
      return;
    }
  }
}
