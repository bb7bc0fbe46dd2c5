import type { Database } from '../sqlite/database.ts';
import { FOLDED } from '../tiers/tier.ts';
import type { Hole } from './carve/carve.ts';

const IS_WEATHER = new Set<string>(['sample', ...FOLDED.map(({ table }) => table)]);
/** Tables of the moment that are not merged: another time, their work would be done twice. */
const OF_THE_MOMENT = new Set(['job', 'outbox', 'outbox_dirty', 'outbox_rev']);

const columnsOf = (db: Database, schema: string, table: string): string[] =>
  db.prepare<[string, string], string>('SELECT name FROM pragma_table_info(?, ?)').pluck().all(table, schema);

/** By their number or time; the others by names that have no order. */
const hasRowids = (db: Database, table: string): boolean =>
  db.prepare<[string], number>("SELECT wr FROM pragma_table_list(?) WHERE schema = 'main'").pluck().get(table) === 0;

/** All of these tables. */
export const wholly = (tables: Iterable<string>): Hole[] =>
  [...tables].map((table) => ({ table, after: null, until: null }));

/**
 * Rows of another database, by the names of the columns that both know: it may be of an older program. A row that is here stays as it is.
 * Returns the number of rows of weather among them.
 */
function copyFrom(
  db: Database,
  other: string,
  wanted: () => Iterable<{ table: string; where: string; values: number[] }>,
) {
  db.prepare('ATTACH ? AS other').run(other);
  try {
    return db.transaction(() => {
      let rows = 0;
      for (const { table, where, values } of wanted()) {
        const theirs = new Set(columnsOf(db, 'other', table));
        const shared = columnsOf(db, 'main', table).filter((column) => theirs.has(column));
        if (shared.length === 0) continue;
        const names = shared.map((column) => `"${column}"`).join(', ');
        const { changes } = db
          .prepare<number[]>(
            `INSERT OR IGNORE INTO main.${table} (${names}) SELECT ${names} FROM other.${table} ${where}`,
          )
          .run(...values);
        if (IS_WEATHER.has(table)) rows += changes;
      }
      return rows;
    })();
  } finally {
    db.exec('DETACH other');
  }
}

/** Fills the stretches that could not be read, and nothing else: what was deleted elsewhere in a table stays deleted. */
export const fillHoles = (db: Database, other: string, holes: readonly Hole[]): number =>
  copyFrom(db, other, () =>
    holes.map(({ table, after, until }) =>
      hasRowids(db, table)
        ? {
            table,
            where: 'WHERE rowid > ? AND rowid <= ?',
            values: [after ?? Number.MIN_SAFE_INTEGER, until ?? Number.MAX_SAFE_INTEGER],
          }
        : { table, where: '', values: [] },
    ),
  );

/** Adds what is newer there than the newest that is here: one that is missing before it was deleted. Of what was learned the newer counts. */
export const addNewer = (db: Database, other: string, tables: readonly string[]): number =>
  copyFrom(db, other, () => {
    db.exec(
      `DELETE FROM main.learned WHERE saved_ts < (SELECT saved_ts FROM other.learned o WHERE o.name = learned.name)`,
    );
    return tables
      .filter((table) => !OF_THE_MOMENT.has(table))
      .map((table) =>
        hasRowids(db, table)
          ? {
              table,
              where: `WHERE rowid > coalesce((SELECT max(rowid) FROM main.${table}), ?)`,
              values: [Number.MIN_SAFE_INTEGER],
            }
          : { table, where: '', values: [] },
      );
  });
