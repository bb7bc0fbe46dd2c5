import type { Target } from '../../../contract/names.ts';
import type { PendingRow, PendingStore } from '../../forecast/pending.ts';
import { type Database, inTransaction } from '../sqlite/database.ts';

interface StoredPending {
  due_ts: number;
  target: string;
  horizon_s: number;
  issue_ts: number;
  epoch: number;
  anchor: number;
  forecast: number;
  halfwidth: number | null;
  scale: number;
  ratio: number;
  payload: Buffer;
}

/** float64, little-endian like every machine we run on; the copy gives the array its own aligned memory. */
const toBlob = (values: Float64Array): Buffer => Buffer.from(values.buffer, values.byteOffset, values.byteLength);
const fromBlob = (blob: Buffer): Float64Array => new Float64Array(Uint8Array.from(blob).buffer);

export class Pending implements PendingStore {
  readonly #sql;

  constructor(private readonly db: Database) {
    this.#sql = {
      all: db.prepare<[], StoredPending>('SELECT * FROM pending ORDER BY due_ts, target, horizon_s'),
      settle: db.prepare<[number]>('DELETE FROM pending WHERE due_ts <= ?'),
      forget: db.prepare<[string]>('DELETE FROM pending WHERE target = ?'),
      insert: db.prepare<[StoredPending]>(
        `INSERT OR REPLACE INTO pending VALUES (@due_ts, @target, @horizon_s, @issue_ts, @epoch, @anchor, @forecast, @halfwidth,
       @scale, @ratio, @payload)`,
      ),
    };
  }

  load(): PendingRow[] {
    return this.#sql.all.all().map((row) => ({
      target: row.target as Target,
      horizonS: row.horizon_s,
      issueS: row.issue_ts,
      dueS: row.due_ts,
      epoch: row.epoch,
      anchor: row.anchor,
      forecast: row.forecast,
      halfwidth: row.halfwidth,
      scale: row.scale,
      ratio: row.ratio,
      payload: fromBlob(row.payload),
    }));
  }

  commit(settledUntilS: number, issued: readonly PendingRow[]): void {
    inTransaction(this.db, () => {
      this.#sql.settle.run(settledUntilS);
      for (const row of issued) {
        this.#sql.insert.run({
          due_ts: row.dueS,
          target: row.target,
          horizon_s: row.horizonS,
          issue_ts: row.issueS,
          epoch: row.epoch,
          anchor: row.anchor,
          forecast: row.forecast,
          halfwidth: row.halfwidth,
          scale: row.scale,
          ratio: row.ratio,
          payload: toBlob(row.payload),
        });
      }
    });
  }

  forget(target: Target): void {
    this.#sql.forget.run(target);
  }
}
