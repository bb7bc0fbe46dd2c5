import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { restored, type Saved } from '../../../maths/codec.ts';
import type { TickRow } from '../../tick.ts';
import { type RowSeries, VALUE_OF } from './series.ts';

const CAPACITY_S = DAY_S + HOUR_S;
/** Length of history that fills the buffer completely. */
export const TICKS_HELD_S = CAPACITY_S + HOUR_S;

const HISTORY_SERIES = ['temperature', 'humidity', 'pressure', 'dew_point', 'cloud'] as const satisfies RowSeries[];
export type HistorySeries = (typeof HISTORY_SERIES)[number];

type Columns = Record<HistorySeries, (number | null)[]>;
export type HistoryState = Saved<TickHistory>;

/** The last day of tick rows on the grid, for lags and truths. A gap is a gap: what was missing there answers null. */
export class TickHistory {
  readonly state = {
    /** Steps since 1970 of the newest row. */
    newest: null as number | null,
    /** Oldest first, up to and with the newest; empty before there was one. */
    columns: Object.fromEntries(HISTORY_SERIES.map((name) => [name, []])) as unknown as Columns,
  };
  readonly #capacity: number;

  constructor(private readonly stepS: number) {
    this.#capacity = Math.ceil(CAPACITY_S / stepS) + 2;
  }

  static fromJSON(saved: HistoryState, stepS: number): TickHistory {
    const history = restored(new TickHistory(stepS), saved);
    const length = saved.newest === null ? 0 : history.#capacity;
    for (const [name, column] of Object.entries(history.state.columns))
      if (column.length !== length)
        throw new Error(`history: found ${column.length} ticks of ${name}, expected ${length}`);
    return history;
  }

  /** Time of the newest row. */
  get newestS(): number | null {
    return this.state.newest === null ? null : this.state.newest * this.stepS;
  }

  /** A row that is not newer than the last is left out. */
  push(row: TickRow): void {
    const { newest, columns } = this.state;
    const k = Math.round(row.tS / this.stepS);
    const steps = Math.min(this.#capacity, k - (newest ?? Number.NEGATIVE_INFINITY));
    if (steps <= 0) return;
    for (const name of HISTORY_SERIES) {
      columns[name].push(...new Array<null>(steps - 1).fill(null), VALUE_OF[name](row));
      columns[name].splice(0, columns[name].length - this.#capacity);
    }
    this.state.newest = k;
  }

  /** The value at a time of the grid; null between grid points, before and after what is held, and where it was missing. */
  at(series: HistorySeries, tS: number): number | null {
    const { newest, columns } = this.state;
    return newest === null ? null : (columns[series][this.#capacity - 1 - newest + tS / this.stepS] ?? null);
  }
}
