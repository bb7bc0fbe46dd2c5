import type { Database } from '../database.ts';
import { FOLDED } from '../rows/tier.ts';

const IS_WEATHER = new Set<string>(['sample', ...FOLDED.map(({ table }) => table)]);

/** Rows with running numbers, which a person may have taken back. */
const NUMBERED = new Set(['event', 'label', 'calibration']);

const columnsOf = (db: Database, schema: string, table: string): string[] =>
  db.prepare<[string, string], string>('SELECT name FROM pragma_table_info(?, ?)').pluck().all(table, schema);

/**
 * Adds to these tables the rows that another database has and this one has not, by the names of the columns that both know: the
 * other may be of an older program. With `newer`, numbered rows come only from behind the newest that is here: one that is missing
 * before it was taken back. Returns the number of rows of weather among them.
 */
export function mergeFrom(
  db: Database,
  other: string,
  tables: Iterable<string>,
  only: 'any' | 'newer' = 'any',
): number {
  db.prepare('ATTACH ? AS other').run(other);
  try {
    return db.transaction(() => {
      let rows = 0;
      for (const table of tables) {
        const theirs = new Set(columnsOf(db, 'other', table));
        const shared = columnsOf(db, 'main', table).filter((column) => theirs.has(column));
        if (shared.length === 0) continue;
        const names = shared.map((column) => `"${column}"`).join(', ');
        const behind =
          only === 'newer' && NUMBERED.has(table) ? ` WHERE id > (SELECT coalesce(max(id), 0) FROM main.${table})` : '';
        const { changes } = db
          .prepare(`INSERT OR IGNORE INTO main.${table} (${names}) SELECT ${names} FROM other.${table}${behind}`)
          .run();
        if (IS_WEATHER.has(table)) rows += changes;
      }
      return rows;
    })();
  } finally {
    db.exec('DETACH other');
  }
}
