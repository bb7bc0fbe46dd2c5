import type { Clock } from '../../base/clock.ts';
import { DurationLog } from '../../base/duration-log.ts';

/** Punctuality of a periodic loop: how late each turn begins, and how many slots went by without one. */
export class Punctuality {
  readonly lateness = new DurationLog();
  #slotMs: number | null = null;
  #missed = 0;

  constructor(
    private readonly clock: Clock,
    private readonly periodMs: number,
  ) {}

  get missed(): number {
    return this.#missed;
  }

  turn(): void {
    const nowMs = this.clock.steadyMs();
    if (this.#slotMs === null) this.#slotMs = nowMs;
    const lateMs = Math.max(0, nowMs - this.#slotMs);
    this.lateness.add(lateMs / 1000);
    this.#missed += Math.floor(lateMs / this.periodMs);
    // The next turn is due a period after this one, or at once when it is late already: there is no burst to catch up.
    this.#slotMs = Math.max(this.#slotMs + this.periodMs, nowMs);
  }
}
