import type { Clock } from '../../base/clock.ts';
import { SerialQueue } from '../../base/serial-queue.ts';

/** Longest wait for the lock: a page gives a change twenty seconds. */
const WAIT_MS = 10_000;
const RETRY_MS = 250;

const isLocked = (answer: unknown): boolean => typeof answer === 'object' && answer !== null && 'locked' in answer;

/**
 * Wait for the write lock of another program: a change that it refused is tried again, as samples are. Changes that come
 * meanwhile wait behind it, since the later one must win.
 */
export class LockWait {
  readonly #queue = new SerialQueue();
  #waiting = 0;

  constructor(
    private readonly clock: Clock,
    private readonly shutdown: AbortSignal,
  ) {}

  /** `change` hears for how long it has waited. */
  async run<T>(change: (waitedS: number) => T | Promise<T>): Promise<T> {
    const sinceMs = this.clock.steadyMs();
    if (this.#waiting === 0) {
      const answer = change(0);
      if (!isLocked(answer)) return answer;
    }
    this.#waiting += 1;
    const turn = await this.#queue.take(async () => {
      try {
        return await this.#untilFree(change, sinceMs);
      } finally {
        this.#waiting -= 1;
      }
    });
    return turn.answer;
  }

  /** In an object, because a promise in it is not waited for: the minutes of a training hold up no change behind it. */
  async #untilFree<T>(change: (waitedS: number) => T, sinceMs: number): Promise<{ answer: T }> {
    for (;;) {
      const waitedMs = this.clock.steadyMs() - sinceMs;
      const answer = change(waitedMs / 1000);
      if (!isLocked(answer) || this.shutdown.aborted || waitedMs >= WAIT_MS) return { answer };
      await this.clock.sleep(RETRY_MS, this.shutdown);
    }
  }
}
