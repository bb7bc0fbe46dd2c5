import { DAY_S } from '../../../base/durations.ts';
import { type Database, inTransaction } from '../sqlite/database.ts';

/**
 * Revision of each day, for a receiver that never overwrites: a changed row needs a new revision. The number is on the disk before
 * any row is sent under it.
 */
export class OutboxRevs {
  readonly #sql;

  constructor(private readonly db: Database) {
    this.#sql = {
      of: db.prepare<[string, number], number>('SELECT rev FROM outbox_rev WHERE sink = ? AND day_ts = ?').pluck(),
      put: db.prepare<[string, number, number]>(
        'INSERT OR REPLACE INTO outbox_rev (sink, day_ts, rev) VALUES (?, ?, ?)',
      ),
      next: db.prepare<[string, number]>('UPDATE outbox_rev SET rev = rev + 1 WHERE sink = ? AND day_ts = ?'),
      forget: db.prepare<[string]>('DELETE FROM outbox_rev WHERE sink = ?'),
      nextDirty: db
        .prepare<[string, number], number | null>(
          'SELECT min(hour_ts) FROM outbox_dirty WHERE sink = ? AND hour_ts < ?',
        )
        .pluck(),
      take: db.prepare<[string, number, number]>(
        'UPDATE OR REPLACE outbox_dirty SET taken = 1 WHERE sink = ? AND hour_ts >= ? AND hour_ts < ? AND taken = 0',
      ),
      done: db.prepare<[string, number, number]>(
        'DELETE FROM outbox_dirty WHERE sink = ? AND hour_ts >= ? AND hour_ts < ? AND taken = 1',
      ),
    };
  }

  /** Null where nothing of the day has been on its way. */
  of(name: string, dayS: number): number | null {
    return this.#sql.of.get(name, dayS) ?? null;
  }

  /** From now on the day goes under this number. */
  claim(name: string, dayS: number, rev: number): void {
    inTransaction(this.db, () => this.#sql.put.run(name, dayS, rev));
  }

  /** Inside the transaction that notes another receiver: the revisions it holds are yet to be asked. */
  forget(name: string): void {
    this.#sql.forget.run(name);
  }

  /** Oldest changed day before a time; null if none. */
  nextDirty(name: string, beforeS: number): number | null {
    const hourS = this.#sql.nextDirty.get(name, beforeS) ?? null;
    return hourS === null ? null : Math.floor(hourS / DAY_S) * DAY_S;
  }

  /** From now on the day is on its way, under a number of its own; the same again where nothing changed since. */
  take(name: string, dayS: number): void {
    inTransaction(this.db, () => {
      const { changes } = this.#sql.take.run(name, dayS, dayS + DAY_S);
      if (changes > 0) this.#sql.next.run(name, dayS);
    });
  }

  /** Marks a day as done, within the transaction that notes its arrival or refusal. */
  done(name: string, dayS: number): void {
    this.#sql.done.run(name, dayS, dayS + DAY_S);
  }
}
