import type { Clock } from '../../base/clock.ts';
import { SerialQueue } from '../../base/serial-queue.ts';

/** Least time between the starts of two flushes: each costs the engine a tenth of a second and a few files. */
const APART_MS = 250;

/** Group commit: one flush shared by all callers that join at about the same time. A caller gets a flush that begins after its call. */
export class SharedFlush {
  readonly #turns = new SerialQueue();
  #next: Promise<void> | null = null;
  #begunMs = Number.NEGATIVE_INFINITY;
  constructor(
    private readonly flush: () => Promise<void>,
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
  ) {}

  join(): Promise<void> {
    this.#next ??= this.#turns.take(async () => {
      const waitMs = this.#begunMs + APART_MS - this.clock.steadyMs();
      if (waitMs > 0) await this.clock.sleep(waitMs, this.signal);
      this.#next = null;
      this.#begunMs = this.clock.steadyMs();
      await this.flush();
    });
    return this.#next;
  }
}
