import { type Column, columnsOf, type Database, quoted } from './database.ts';

/** A value in the type of its column; nothing where it is of another: a strict table would take none of the rows. */
function typed({ name, type }: Column): string {
  const value = quoted(name);
  const number = `CASE WHEN typeof(${value}) = 'text' AND ${value} GLOB '*[0-9]*' AND ${value} NOT GLOB '*[^-+.0-9eE]*' THEN ${value} + 0
    WHEN typeof(${value}) IN ('integer', 'real') THEN ${value} END`;
  if (type === 'REAL') return number;
  if (type === 'INTEGER') return `CAST(${number} AS INTEGER)`;
  return type === 'TEXT' || type === 'BLOB' ? `CAST(${value} AS ${type})` : value;
}

/**
 * Gives a table of ours its keys and types back, with its rows. Data frames, CSV tools and "modify table" of a browser make a table anew
 * without them; then nothing replaces a row any more, and the oldest of what was learned would be read. Of rows with one key the last
 * counts. Columns, indexes and triggers of others stay. `sql`: how a fresh database makes it.
 */
export function remakeTable(db: Database, name: string, sql: string): void {
  const hanging = db
    .prepare<[string], string>(
      "SELECT sql FROM main.sqlite_master WHERE tbl_name = ? AND type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type",
    )
    .pluck()
    .all(name);
  const old = `${name} as it was found`;
  db.pragma('legacy_alter_table = ON'); // views and triggers go on speaking of the new one
  db.prepare(`ALTER TABLE main.${quoted(name)} RENAME TO ${quoted(old)}`).run();
  db.exec(sql);
  const ours = columnsOf(db, name);
  const found = columnsOf(db, old);
  const has = new Set(found.map((column) => column.name));
  const own = new Set(ours.map((column) => column.name));
  const theirs = found.filter((column) => !own.has(column.name));
  for (const column of theirs)
    db.prepare(`ALTER TABLE main.${quoted(name)} ADD COLUMN ${quoted(column.name)} ANY`).run();
  const taken = [
    ...ours.filter((column) => has.has(column.name)),
    ...theirs.map((column) => ({ ...column, type: 'ANY' })),
  ];
  // A number that nobody gave is the next one; a time that nobody gave is none.
  const needed = ours.filter((column) => column.notnull > 0 || (column.pk > 0 && column.name !== 'id'));
  db.prepare(
    `INSERT OR REPLACE INTO main.${quoted(name)} (${taken.map((column) => quoted(column.name)).join(', ')})
     SELECT ${taken.map(typed).join(', ')} FROM main.${quoted(old)}
     WHERE ${['true', ...needed.map((column) => `${typed(column)} IS NOT NULL`)].join(' AND ')}`,
  ).run();
  db.prepare(`DROP TABLE main.${quoted(old)}`).run();
  db.pragma('legacy_alter_table = OFF');
  for (const statement of hanging) db.prepare(statement).run();
}
