import { columnsOf, type Database, quoted, sqliteCode } from './database.ts';

interface Trigger {
  name: string;
  sql: string;
}

/** Triggers of other programs on a table: all but ours. */
const theirsOn = (db: Database, table: string, ours: ReadonlySet<string>): Trigger[] =>
  db
    .prepare<[string], Trigger>("SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger' AND tbl_name = ?")
    .all(table)
    .filter(({ name }) => !ours.has(name));

/** Whether a write to a table could not even begin. SQLite compiles triggers with the statement that they hang on. */
function refusesWrites(db: Database, table: string): boolean {
  const unchanged = columnsOf(db, table)
    .map(({ name }) => `${quoted(name)} = ${quoted(name)}`)
    .join(', ');
  try {
    for (const sql of [
      `INSERT INTO "${table}" DEFAULT VALUES`,
      `UPDATE "${table}" SET ${unchanged}`,
      `DELETE FROM "${table}"`,
    ])
      db.prepare(sql);
    return false;
  } catch (error) {
    if (sqliteCode(error) !== 'SQLITE_ERROR') throw error;
    return true;
  }
}

/**
 * Tables of ours that triggers of other programs block: a trigger that copies our rows into a table that was dropped since makes every
 * insert fail.
 */
export const blockedTables = (db: Database, tables: readonly string[], ours: ReadonlySet<string>): string[] =>
  tables.filter((table) => theirsOn(db, table, ours).length > 0 && refusesWrites(db, table));

/** Removes the triggers that block these tables, and no others. Returns their names. */
export function unblock(db: Database, tables: readonly string[], ours: ReadonlySet<string>): string[] {
  return tables.flatMap((table) => {
    const theirs = theirsOn(db, table, ours);
    const drop = (name: string) => db.prepare(`DROP TRIGGER main.${quoted(name)}`).run();
    for (const { name } of theirs) drop(name);
    return theirs.flatMap(({ name, sql }) => {
      db.prepare(sql).run();
      if (!refusesWrites(db, table)) return [];
      drop(name);
      return name;
    });
  });
}
