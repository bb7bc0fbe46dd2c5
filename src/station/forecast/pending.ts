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

/** Forecasts that wait, by the time they are due. */
export class PendingQueue {
  readonly #byDue = new Map<number, PendingRow[]>();

  add(row: PendingRow): void {
    const due = this.#byDue.get(row.dueS);
    if (due) due.push(row);
    else this.#byDue.set(row.dueS, [row]);
  }

  /** Removes and returns the rows due at or before `tS`, earliest first. */
  takeDue(tS: number): PendingRow[] {
    const due = [...this.#byDue.keys()].filter((dueS) => dueS <= tS).sort((a, b) => a - b);
    return due.flatMap((dueS) => {
      const rows = this.#byDue.get(dueS)!;
      this.#byDue.delete(dueS);
      return rows;
    });
  }

  forget(target: Target): void {
    for (const [dueS, rows] of this.#byDue) {
      const kept = rows.filter((row) => row.target !== target);
      if (kept.length > 0) this.#byDue.set(dueS, kept);
      else this.#byDue.delete(dueS);
    }
  }
}
