import { openBare } from '../sqlite/database.ts';

interface Read<T> {
  row: T;
  /** Of the whole. */
  share: number;
}

/**
 * Rows of files that are not in order, by time: sorted outside of memory, in SQLite's own temporary file, which goes with the connection. Of
 * equal times the first stays the first.
 */
export function* sorted<T extends { tS: number }>(rows: Iterable<Read<T>>): Generator<Read<T>> {
  const db = openBare('');
  try {
    db.exec('PRAGMA journal_mode = OFF');
    db.exec('CREATE TABLE row (ts REAL, n INTEGER, body TEXT, PRIMARY KEY (ts, n)) WITHOUT ROWID; BEGIN');
    const put = db.prepare<[number, number, string]>('INSERT INTO row VALUES (?, ?, ?)');
    let count = 0;
    for (const { row } of rows) {
      count += 1;
      put.run(row.tS, count, JSON.stringify(row));
    }
    let n = 0;
    for (const body of db.prepare<[], string>('SELECT body FROM row ORDER BY ts, n').pluck().iterate()) {
      n += 1;
      yield { row: JSON.parse(body) as T, share: n / count };
    }
  } finally {
    db.close();
  }
}
