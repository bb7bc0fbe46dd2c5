import type { ScoreBucket } from '../../forecast/verification.ts';
import { type Database, inTransaction } from '../sqlite/database.ts';

export class Scores {
  readonly #sql;

  constructor(private readonly db: Database) {
    this.#sql = {
      put: db.prepare<[number, string, number, string]>(
        'INSERT OR REPLACE INTO score (day, target, horizon_s, state) VALUES (?, ?, ?, ?)',
      ),
      nextDay: db.prepare<[number], number | null>('SELECT min(day) FROM score WHERE day >= ?').pluck(),
      of: db.prepare<[number], { day: number; target: string; horizon_s: number; state: string }>(
        'SELECT day, target, horizon_s, state FROM score WHERE day = ? AND json_valid(state) ORDER BY target, horizon_s',
      ),
      prune: db.prepare<[number]>('DELETE FROM score WHERE day < ?'),
      forget: db.prepare<[string]>('DELETE FROM score WHERE target = ?'),
    };
  }

  save(buckets: readonly ScoreBucket[]): void {
    inTransaction(this.db, () => this.put(buckets));
  }

  /** Inside a transaction. */
  put(buckets: readonly ScoreBucket[]): void {
    for (const { day, target, horizonS, state } of buckets) {
      this.#sql.put.run(day, target, horizonS, JSON.stringify(state));
    }
  }

  /** A day at a time, when it is asked for: all that is kept, at once, takes a while. */
  *since(day: number): Generator<ScoreBucket> {
    for (let at = this.nextDay(day); at !== null; at = this.nextDay(at + 1)) yield* this.of(at);
  }

  /** The first day on or after this one on which anything was scored. */
  nextDay(day: number): number | null {
    return this.#sql.nextDay.get(day) ?? null;
  }

  of(day: number): ScoreBucket[] {
    return this.#sql.of
      .all(day)
      .map(({ horizon_s, state, ...row }) => ({ ...row, horizonS: horizon_s, state: JSON.parse(state) as unknown }));
  }

  forget(target: string): void {
    this.#sql.forget.run(target);
  }

  prune(beforeDay: number): number {
    return this.#sql.prune.run(beforeDay).changes;
  }
}
