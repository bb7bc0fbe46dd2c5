import { openBare } from '../sqlite/database.ts';

/** Rows sorted by time outside of memory: SQLite's own temporary file, gone with the connection. For files that are not in order. */
export class Staging<T> {
  readonly #db = openBare('');
  readonly #put;
  #count = 0;

  constructor() {
    this.#db.exec(
      'PRAGMA journal_mode = OFF; CREATE TABLE row (ts REAL, n INTEGER, body TEXT, PRIMARY KEY (ts, n)) WITHOUT ROWID',
    );
    this.#db.exec('BEGIN');
    this.#put = this.#db.prepare<[number, number, string]>('INSERT INTO row VALUES (?, ?, ?)');
  }

  add(tS: number, row: T): void {
    this.#count += 1;
    this.#put.run(tS, this.#count, JSON.stringify(row));
  }

  /** By time; of equal times, the first that came. */
  *rows(): Generator<{ row: T; share: number }> {
    let n = 0;
    for (const body of this.#db.prepare<[], string>('SELECT body FROM row ORDER BY ts, n').pluck().iterate()) {
      n += 1;
      yield { row: JSON.parse(body) as T, share: n / this.#count };
    }
  }

  close(): void {
    this.#db.close();
  }
}
