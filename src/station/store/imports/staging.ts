import { openBare } from '../sqlite/database.ts';

interface Read<T> {
  row: T;
  /** Of the whole. */
  share: number;
}

/**
 * Rows of files that are not in order, by time: sorted outside of memory, in SQLite's own temporary file, which goes with the connection. Of
 * lines that end together the narrowest is the first, of equal ones the first of the files.
 */
export function* sorted<T extends { tS: number; widthS: number | null }>(rows: Iterable<Read<T>>): Generator<Read<T>> {
  const db = openBare('');
  try {
    db.exec('PRAGMA journal_mode = OFF');
    db.exec(
      'CREATE TABLE row (ts REAL, width REAL, n INTEGER, body TEXT, PRIMARY KEY (ts, width, n)) WITHOUT ROWID; BEGIN',
    );
    const put = db.prepare<[number, number, number, string]>('INSERT INTO row VALUES (?, ?, ?, ?)');
    let count = 0;
    for (const { row } of rows) {
      count += 1;
      put.run(row.tS, row.widthS ?? 0, count, JSON.stringify(row));
    }
    let n = 0;
    for (const body of db.prepare<[], string>('SELECT body FROM row ORDER BY ts, width, n').pluck().iterate()) {
      n += 1;
      yield { row: JSON.parse(body) as T, share: n / count };
    }
  } finally {
    db.close();
  }
}
