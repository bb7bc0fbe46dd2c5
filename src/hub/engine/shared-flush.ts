import type { Clock } from '../../base/clock.ts';

/** Least time between the starts of two flushes: each costs the engine a tenth of a second and a few files. */
const APART_MS = 250;

/** Group commit: one flush shared by all callers that join at about the same time. A caller gets a flush that begins after its call. */
export class SharedFlush {
  #waiting: Promise<void> | null = null;
  #running: Promise<void> = Promise.resolve();
  #begunMs = Number.NEGATIVE_INFINITY;
  constructor(
    private readonly flush: () => Promise<void>,
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
  ) {}

  join(): Promise<void> {
    this.#waiting ??= this.#next();
    return this.#waiting;
  }

  async #next(): Promise<void> {
    // A failure of the running flush is for its own callers, not for those of the next.
    await this.#running.catch(() => undefined);
    const waitMs = this.#begunMs + APART_MS - this.clock.steadyMs();
    if (waitMs > 0) await this.clock.sleep(waitMs, this.signal);
    this.#waiting = null;
    this.#begunMs = this.clock.steadyMs();
    this.#running = this.flush();
    await this.#running;
  }
}
