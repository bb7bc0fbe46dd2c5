import type { Clock } from '../../base/clock.ts';
import type { Durations } from '../api.ts';

const KEPT = 2048;

/** Durations of the newest turns, for quantiles, with sums since the start. */
export class DurationLog {
  readonly #newest = new Float64Array(KEPT);
  #count = 0;
  #sumS = 0;
  #maxS: number | null = null;

  add(seconds: number): void {
    this.#newest[this.#count % KEPT] = seconds;
    this.#count += 1;
    this.#sumS += seconds;
    this.#maxS = Math.max(this.#maxS ?? 0, seconds);
  }

  summary(): Durations {
    const sorted = this.#newest.slice(0, Math.min(this.#count, KEPT)).sort();
    const quantile = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? null;
    return { count: this.#count, sumS: this.#sumS, p50S: quantile(0.5), p99S: quantile(0.99), maxS: this.#maxS };
  }
}

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
