import { type Database, inTransaction } from '../sqlite/database.ts';

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

type CalibrationRow = Omit<CalibrationEntry, 'state'> & { state: string };

const toEntry = (row: CalibrationRow): CalibrationEntry => ({
  ...row,
  state: JSON.parse(row.state) as Record<string, unknown>,
});

/** The log of calibrations, append only. Recompute reads it to know where the history has steps. */
export class Calibrations {
  readonly #sql;

  constructor(private readonly db: Database) {
    this.#sql = {
      insert: db.prepare<[number, string, number | null, number | null, number | null, string]>(
        'INSERT INTO calibration (ts, signal, reference, before, after, state) VALUES (?, ?, ?, ?, ?, ?)',
      ),
      all: db.prepare<[], CalibrationRow>(
        'SELECT ts, signal, reference, before, after, state FROM calibration ORDER BY ts, id',
      ),
      count: db.prepare<[], number>('SELECT count(*) FROM calibration').pluck(),
    };
  }

  add({ ts, signal, reference, before, after, state }: CalibrationEntry): void {
    inTransaction(this.db, () => this.#sql.insert.run(ts, signal, reference, before, after, JSON.stringify(state)));
  }

  all(): CalibrationEntry[] {
    return this.#sql.all.all().map(toEntry);
  }

  count(): number {
    return this.#sql.count.get() ?? 0;
  }
}
