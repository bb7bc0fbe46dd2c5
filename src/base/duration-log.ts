export type Durations = ReturnType<DurationLog['summary']>;

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

  summary() {
    const sorted = this.#newest.slice(0, Math.min(this.#count, KEPT)).sort();
    const quantile = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? null;
    return { count: this.#count, sumS: this.#sumS, p50S: quantile(0.5), p99S: quantile(0.99), maxS: this.#maxS };
  }
}
