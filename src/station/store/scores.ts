import { type Database, inTransaction } from './database.ts';

/** One head's scores of one UTC day, in the words of the verification room. */
export interface ScoreBucket {
  /** Days since the epoch. */
  day: number;
  target: string;
  horizonS: number;
  state: unknown;
}

export class Scores {
  readonly #db: Database;
  readonly #put;
  readonly #since;
  readonly #prune;

  constructor(db: Database) {
    this.#db = db;
    this.#put = db.prepare<[number, string, number, string]>(
      'INSERT OR REPLACE INTO score (day, target, horizon_s, state) VALUES (?, ?, ?, ?)',
    );
    this.#since = db.prepare<[number], { day: number; target: string; horizon_s: number; state: string }>(
      'SELECT day, target, horizon_s, state FROM score WHERE day >= ? ORDER BY day, target, horizon_s',
    );
    this.#prune = db.prepare<[number]>('DELETE FROM score WHERE day < ?');
  }

  save(buckets: readonly ScoreBucket[]): void {
    inTransaction(this.#db, () => {
      for (const { day, target, horizonS, state } of buckets) {
        this.#put.run(day, target, horizonS, JSON.stringify(state));
      }
    });
  }

  /** Each is understood when it is asked for: thousands of them at once take a while. */
  *since(day: number): Generator<ScoreBucket> {
    for (const { horizon_s, state, ...row } of this.#since.all(day))
      yield { ...row, horizonS: horizon_s, state: JSON.parse(state) as unknown };
  }

  prune(beforeDay: number): number {
    return this.#prune.run(beforeDay).changes;
  }
}
