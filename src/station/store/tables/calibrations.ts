import { type Database, inTransaction } from '../sqlite/database.ts';
import { StoreRefusal } from '../sqlite/store-refusal.ts';

/** Log entry of a compensator's change: a reference or a reset. `before` and `after` are the values shown at that moment. */
export interface CalibrationEntry {
  ts: number;
  signal: 'temperature' | 'humidity';
  /** Null for a reset. */
  reference: number | null;
  before: number | null;
  after: number | null;
  /** The compensator's dictionary after the change. */
  state: Record<string, unknown>;
}

type CalibrationRow = Omit<CalibrationEntry, 'state'> & { id: number; state: string };

/** The log of calibrations, append only. Recompute reads it to know where the history has steps. */
export class Calibrations {
  readonly #sql;

  constructor(private readonly db: Database) {
    this.#sql = {
      insert: db.prepare<[number, string, number | null, number | null, number | null, string]>(
        'INSERT INTO calibration (ts, signal, reference, before, after, state) VALUES (?, ?, ?, ?, ?, ?)',
      ),
      all: db.prepare<[], CalibrationRow>(
        'SELECT id, ts, signal, reference, before, after, state FROM calibration ORDER BY ts, id',
      ),
      count: db.prepare<[], number>('SELECT count(*) FROM calibration').pluck(),
    };
  }

  add({ ts, signal, reference, before, after, state }: CalibrationEntry): void {
    inTransaction(this.db, () => this.#sql.insert.run(ts, signal, reference, before, after, JSON.stringify(state)));
  }

  all(): CalibrationEntry[] {
    return this.#sql.all.all().map(({ id, state, ...row }) => ({ ...row, state: this.#stateOf(id, state) }));
  }

  /** Refuses a text that a bad bit has made no JSON of: an undoing would bring back the wrong calibration without it. */
  #stateOf(id: number, state: string): Record<string, unknown> {
    try {
      return JSON.parse(state) as Record<string, unknown>;
    } catch {
      const { name } = this.db;
      throw new StoreRefusal(
        `In ${name}, the row ${id} of the table "calibration" is damaged. It tells of one calibration. Bring back a backup with "weatherglass restore", or remove that entry, which leaves the correction in force as it is, and start again: sqlite3 "${name}" "DELETE FROM calibration WHERE id = ${id}"`,
      );
    }
  }

  count(): number {
    return this.#sql.count.get() ?? 0;
  }
}
