import { DATED, EXCESS, placeOf, QUANTITIES, type Quantity } from './rollup-columns.ts';

const WIDTH = QUANTITIES.length;
const DATED_AT = DATED.map((quantity) => QUANTITIES.indexOf(quantity));

/** Place of each quantity's columns in a folded row. */
const PLACES = QUANTITIES.map(placeOf);
const HAS_EXTREMES = QUANTITIES.map((quantity: Quantity) => quantity !== EXCESS);
const DATED_PLACES = DATED.map((quantity) => placeOf(`${quantity}_lo_at`));

/** A folded row as the table has it: ts, n, then `ROLLUP_COLUMNS`. */
export type FoldedRow = (number | null)[];

/**
 * Mean, extremes, their moments and gaps of every quantity, over samples or over finer rows. Sums of at most some thousand values
 * of one magnitude: plain addition is exact to 1e-12 of the value, far below what a sensor resolves.
 */
export class Accumulator {
  #n = 0;
  readonly #sum = new Float64Array(WIDTH);
  readonly #count = new Float64Array(WIDTH);
  readonly #lo = new Float64Array(WIDTH);
  readonly #hi = new Float64Array(WIDTH);
  readonly #loAtMs = new Float64Array(WIDTH);
  readonly #hiAtMs = new Float64Array(WIDTH);

  constructor() {
    this.clear();
  }

  get n(): number {
    return this.#n;
  }

  clear(): void {
    this.#n = 0;
    this.#sum.fill(0);
    this.#count.fill(0);
    this.#lo.fill(Number.POSITIVE_INFINITY);
    this.#hi.fill(Number.NEGATIVE_INFINITY);
  }

  /** `values` in the order of `QUANTITIES`. */
  add(values: readonly (number | null)[], tsMs: number): void {
    this.#n += 1;
    for (let i = 0; i < WIDTH; i += 1) {
      const value = values[i];
      if (value === null || value === undefined) continue;
      this.#sum[i]! += value;
      this.#count[i]! += 1;
      this.#widen(i, value, tsMs, value, tsMs);
    }
  }

  /** Takes in a finer row. */
  merge(row: FoldedRow): void {
    const startMs = row[0]! * 1000;
    const n = row[1]!;
    this.#n += n;
    for (let i = 0; i < WIDTH; i += 1) {
      const at = PLACES[i]!;
      const mean = row[at];
      if (mean === null || mean === undefined) continue;
      const count = n - row[at + (HAS_EXTREMES[i] ? 3 : 1)]!;
      this.#sum[i]! += mean * count;
      this.#count[i]! += count;
      if (!HAS_EXTREMES[i]) continue;
      const dated = DATED_AT.indexOf(i);
      const lag = dated < 0 ? -1 : DATED_PLACES[dated]!;
      const loAtMs = lag < 0 ? 0 : startMs + row[lag]!;
      const hiAtMs = lag < 0 ? 0 : startMs + row[lag + 1]!;
      this.#widen(i, row[at + 1]!, loAtMs, row[at + 2]!, hiAtMs);
    }
  }

  #widen(i: number, lo: number, loAtMs: number, hi: number, hiAtMs: number): void {
    if (lo < this.#lo[i]!) {
      this.#lo[i] = lo;
      this.#loAtMs[i] = loAtMs;
    }
    if (hi > this.#hi[i]!) {
      this.#hi[i] = hi;
      this.#hiAtMs[i] = hiAtMs;
    }
  }

  row(ts: number): FoldedRow {
    const row: FoldedRow = [ts, this.#n];
    for (let i = 0; i < WIDTH; i += 1) {
      const count = this.#count[i]!;
      row.push(count > 0 ? this.#sum[i]! / count : null);
      if (HAS_EXTREMES[i]) row.push(count > 0 ? this.#lo[i]! : null, count > 0 ? this.#hi[i]! : null);
      row.push(this.#n - count);
    }
    for (const i of DATED_AT) {
      const known = this.#count[i]! > 0;
      row.push(known ? this.#loAtMs[i]! - ts * 1000 : null, known ? this.#hiAtMs[i]! - ts * 1000 : null);
    }
    return row;
  }
}
