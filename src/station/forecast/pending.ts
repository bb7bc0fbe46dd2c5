import type { Target } from '../../contract/names.ts';

/**
 * A forecast that waits for its target time. It carries everything its lesson will need, so that learning is the same whether the
 * station ran through, was restarted in between, or is being rebuilt from history.
 */
export interface PendingRow {
  target: Target;
  horizonS: number;
  issueS: number;
  dueS: number;
  /** Calibrations of this target before the issue; rows of an older epoch are neither scored nor learned. */
  epoch: number;
  /** The anchor: the value at issue, in the unit it is learned in (pressure at station level). */
  anchor: number;
  forecast: number;
  /** Half of the 90 % interval as issued; null with too few scores. */
  halfwidth: number | null;
  /** Volatility scale s_t as issued. */
  scale: number;
  /** p_sea-level / p_station at issue for pressure, otherwise 1. Published values are the learned ones times this. */
  ratio: number;
  /** Inputs and outputs of the experts, in the head's own layout. Stored as a little-endian float64 blob. */
  payload: Float64Array;
}

/**
 * Store of pending forecasts over a restart: one table, keyed by (due_ts, target, horizon_s). Each tick is one transaction. Since learned
 * state is saved between ticks only, a crash can lose a lesson but never teach it twice.
 */
export interface PendingStore {
  /** All rows, in order of due time. */
  load(): PendingRow[];
  /**
   * In one transaction: delete every row with dueS <= `settledUntilS`, then insert `issued`. Once a row is settled its payload serves
   * another forecast: who puts off the writing keeps a copy.
   */
  commit(settledUntilS: number, issued: readonly PendingRow[]): void;
  /** Delete every row of one target, after a calibration. */
  forget(target: Target): void;
}

/** Forecasts that wait for their time: some 1700 on the grid of a station. */
export class PendingQueue {
  #rows: PendingRow[] = [];

  add(row: PendingRow): void {
    this.#rows.push(row);
  }

  /** Removes and returns the rows due at or before `tS`, earliest first. */
  takeDue(tS: number): PendingRow[] {
    const due: PendingRow[] = [];
    let kept = 0; // in place: with every tick, a copy would be most of its garbage
    for (const row of this.#rows) {
      if (row.dueS <= tS) due.push(row);
      else this.#rows[kept++] = row;
    }
    this.#rows.length = kept;
    return due.sort((a, b) => a.dueS - b.dueS);
  }

  forget(target: Target): void {
    this.#rows = this.#rows.filter((row) => row.target !== target);
  }
}
