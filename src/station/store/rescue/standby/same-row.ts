import { type Database, inTransaction } from '../../sqlite/database.ts';

/**
 * Identity of numbered rows: the columns by which one is the same in two databases that gave it different numbers. Rows of all other
 * tables are known by their primary key.
 */
const SAME_ROW: Readonly<Record<string, readonly string[]>> = {
  label: ['given_ts', 'kind', 'ts', 'value', 'note'],
  calibration: ['ts', 'signal'],
  event: ['ts', 'kind', 'detail'],
  clock_segment: ['from_ms'],
};

/** Copies rows of these tables into another database: those it has not yet, under their own number where that is free. */
export function copyNew(from: Database, to: Database, tables: readonly string[]): void {
  inTransaction(to, () => {
    for (const table of tables) {
      const same = SAME_ROW[table];
      if (same === undefined) copyRows(from, to, table, 'IGNORE');
      else copyNumbered(from, to, table, same);
    }
  });
}

/** Copies all rows of a table by its primary key. */
export function copyRows(
  from: Database,
  to: Database,
  table: string,
  verb: 'REPLACE' | 'IGNORE',
  where = 'true',
): void {
  const columns = from
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(table)
    .map((name) => `"${name}"`);
  const put = to.prepare<unknown[]>(
    `INSERT OR ${verb} INTO main.${table} (${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length - 1)})`,
  );
  const rows = from.prepare<[], unknown[]>(`SELECT ${columns.join(', ')} FROM main.${table} WHERE ${where}`).raw();
  for (const row of rows.iterate()) put.run(...row);
}

function copyNumbered(from: Database, to: Database, table: string, same: readonly string[]): void {
  // As often as it is there: two events in the same words are two.
  const count = (db: Database) =>
    db
      .prepare<unknown[], number>(
        `SELECT count(*) FROM main.${table} WHERE ${same.map((name) => `${name} IS ?`).join(' AND ')}`,
      )
      .pluck();
  const [here, there] = [count(to), count(from)];
  const isTaken = to.prepare<[unknown]>(`SELECT 1 FROM main.${table} WHERE id = ?`);
  for (const row of from.prepare<[], Record<string, unknown>>(`SELECT * FROM main.${table} ORDER BY id`).all()) {
    const identity = same.map((name) => row[name]);
    if (here.get(...identity)! >= there.get(...identity)!) continue;
    if (isTaken.get(row['id']) !== undefined) row['id'] = null; // the next free one
    const names = Object.keys(row);
    to.prepare<unknown[]>(
      `INSERT INTO main.${table} (${names.map((name) => `"${name}"`).join(', ')}) VALUES (?${', ?'.repeat(names.length - 1)})`,
    ).run(...Object.values(row));
  }
}
