import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import type { TickRow } from '../../tick.ts';
import { type RowSeries, VALUE_OF } from './series.ts';

const CAPACITY_S = DAY_S + HOUR_S;
/** Length of history that fills the buffer completely. */
export const TICKS_HELD_S = CAPACITY_S + HOUR_S;

const HISTORY_SERIES = ['temperature', 'humidity', 'pressure', 'dew_point', 'cloud'] as const satisfies RowSeries[];
export type HistorySeries = (typeof HISTORY_SERIES)[number];
const ofEach = <T>(make: () => T) =>
  Object.fromEntries(HISTORY_SERIES.map((name) => [name, make()])) as Record<HistorySeries, T>;

export type HistoryState = ReturnType<TickHistory['toJSON']>;

/**
 * The last day of tick rows on the grid, for lags and truths. A gap is a gap: slots that were never filled, or were filled a day
 * ago, answer null. Inside the columns NaN marks an empty slot; it never leaves them.
 */
export class TickHistory {
  readonly #capacity: number;
  readonly #columns: Record<HistorySeries, Float64Array>;
  #newest: number | null = null;

  constructor(private readonly stepS: number) {
    this.#capacity = Math.ceil(CAPACITY_S / stepS) + 2;
    this.#columns = ofEach(() => new Float64Array(this.#capacity).fill(Number.NaN));
  }

  /** Time of the newest row. */
  get newestS(): number | null {
    return this.#newest === null ? null : this.#newest * this.stepS;
  }

  push(row: TickRow): void {
    const k = Math.round(row.tS / this.stepS);
    const from = this.#newest === null ? k - this.#capacity : Math.max(this.#newest, k - this.#capacity);
    for (let empty = from + 1; empty < k; empty++) {
      const slot = this.#slot(empty);
      for (const name of HISTORY_SERIES) this.#columns[name][slot] = Number.NaN;
    }
    const slot = this.#slot(k);
    for (const name of HISTORY_SERIES) this.#columns[name][slot] = VALUE_OF[name](row) ?? Number.NaN;
    this.#newest = k;
  }

  /** The value at a time of the grid; null between grid points, before the ring's day, and where it was missing. */
  at(series: HistorySeries, tS: number): number | null {
    const k = tS / this.stepS;
    if (this.#newest === null || k > this.#newest || k <= this.#newest - this.#capacity || !Number.isInteger(k))
      return null;
    const value = this.#columns[series][this.#slot(k)]!;
    return Number.isNaN(value) ? null : value;
  }

  /** Saved columns: oldest first, up to and with `newest`. */
  toJSON() {
    const columns = ofEach((): (number | null)[] => []);
    if (this.#newest === null) return { newest: null, columns };
    for (const name of HISTORY_SERIES)
      for (let k = this.#newest - this.#capacity + 1; k <= this.#newest; k++) {
        const value = this.#columns[name][this.#slot(k)]!;
        columns[name].push(Number.isNaN(value) ? null : value);
      }
    return { newest: this.#newest, columns };
  }

  static fromJSON(saved: HistoryState, stepS: number): TickHistory {
    const history = new TickHistory(stepS);
    if (saved.newest === null) return history;
    history.#newest = saved.newest;
    for (const name of HISTORY_SERIES) {
      const column = saved.columns[name];
      if (column.length !== history.#capacity) {
        throw new Error(`history: found ${column.length} ticks of ${name}, expected ${history.#capacity}`);
      }
      column.forEach((value, i) => {
        history.#columns[name][history.#slot(saved.newest! - history.#capacity + 1 + i)] = value ?? Number.NaN;
      });
    }
    return history;
  }

  #slot(k: number): number {
    return ((k % this.#capacity) + this.#capacity) % this.#capacity;
  }
}
