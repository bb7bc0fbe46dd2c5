import type { Target } from '../../../contract/names.ts';
import type { PendingRow, PendingStore } from '../../forecast/pending.ts';
import { type Database, inTransaction } from '../sqlite/database.ts';

type Stored = Omit<PendingRow, 'payload'> & { payload: Buffer };

/** float64, little-endian like every machine we run on; the copy gives the array its own aligned memory. */
const toBlob = (values: Float64Array): Buffer => Buffer.from(values.buffer, values.byteOffset, values.byteLength);
const fromBlob = (blob: Buffer): Float64Array => new Float64Array(Uint8Array.from(blob).buffer);

export class Pending implements PendingStore {
  readonly #sql;

  constructor(private readonly db: Database) {
    this.#sql = {
      all: db.prepare<[], Stored>(
        `SELECT due_ts dueS, target, horizon_s horizonS, issue_ts issueS, epoch, anchor, forecast, halfwidth, scale, ratio, payload
       FROM pending ORDER BY due_ts, target, horizon_s`,
      ),
      settle: db.prepare<[number]>('DELETE FROM pending WHERE due_ts <= ?'),
      forget: db.prepare<[string]>('DELETE FROM pending WHERE target = ?'),
      insert: db.prepare<[Stored]>(
        `INSERT OR REPLACE INTO pending VALUES (@dueS, @target, @horizonS, @issueS, @epoch, @anchor, @forecast, @halfwidth,
       @scale, @ratio, @payload)`,
      ),
    };
  }

  load(): PendingRow[] {
    return this.#sql.all.all().map((row) => ({ ...row, payload: fromBlob(row.payload) }));
  }

  commit(settledUntilS: number, issued: readonly PendingRow[]): void {
    inTransaction(this.db, () => {
      this.#sql.settle.run(settledUntilS);
      for (const row of issued) this.#sql.insert.run({ ...row, payload: toBlob(row.payload) });
    });
  }

  forget(target: Target): void {
    this.#sql.forget.run(target);
  }
}
