import type SqliteDatabase from 'better-sqlite3';
import { openScratch, using } from './database.ts';
import { SCHEMA_VERSION, schemaOf } from './migrations/migrate.ts';

/** A table, index or trigger of ours, as a fresh database of that version has it. */
export interface SchemaPart {
  type: string;
  name: string;
  sql: string;
}

/**
 * Schema version of a file, by its tables: the number beside them is lost in a dump, and anybody may set it. What other programs
 * added is theirs and stays. `missing`: parts of ours that somebody removed or changed, in the order in which they are made.
 * `odd`: a table of ours lacks columns. A number ahead of ours is never believed to be an error.
 */
export type SchemaFinding =
  | { kind: 'known'; version: number; stamped: number; missing: readonly SchemaPart[] }
  | { kind: 'newer'; version: number }
  | { kind: 'odd' };

export function whichSchema(db: SqliteDatabase.Database): SchemaFinding {
  const stamped = schemaOf(db);
  if (stamped > SCHEMA_VERSION) return { kind: 'newer', version: stamped };
  const there = new Map(partsOf(db).map((part) => [part.name, part]));
  let best = { version: 0, missing: [] as SchemaPart[], unlike: Number.POSITIVE_INFINITY };
  for (let version = SCHEMA_VERSION; version >= 0; version -= 1) {
    const parts = freshParts(version);
    const missing = parts.filter((part) => !isThere(db, part, there.get(part.name)));
    const own = new Set(parts.map(({ name }) => name));
    const later = freshParts(SCHEMA_VERSION).filter(({ name }) => there.has(name) && !own.has(name));
    const unlike = missing.length + later.length;
    if (unlike < best.unlike || (unlike === best.unlike && version === stamped)) best = { version, missing, unlike };
  }
  const { version, missing } = best;
  if (missing.some(({ type, name }) => type === 'table' && there.has(name))) return { kind: 'odd' };
  return { kind: 'known', version, stamped, missing };
}

/** Tables first, triggers last, in words that do not depend on how they were typed. */
function partsOf(db: SqliteDatabase.Database): SchemaPart[] {
  return db
    .prepare<[], SchemaPart>(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type = 'trigger', type DESC, name",
    )
    .all()
    .map(({ type, name, sql }) => ({ type, name, sql: sql.replaceAll(/\s+/g, ' ').trim() }));
}

/** A table may have more columns than ours; anything else is ours to the letter. */
function isThere(db: SqliteDatabase.Database, { type, name, sql }: SchemaPart, found?: SchemaPart): boolean {
  if (found === undefined || found.type !== type) return false;
  if (found.sql === sql) return true;
  if (type !== 'table') return false;
  const has = new Set(columnsOf(db, name));
  return freshColumns(name, sql).every((column) => has.has(column));
}

const columnsOf = (db: SqliteDatabase.Database, table: string): string[] =>
  db.prepare<[string], string>(`SELECT name || ' ' || type FROM pragma_table_info(?)`).pluck().all(table);

const fresh = new Map<number, SchemaPart[]>();
function freshParts(version: number): readonly SchemaPart[] {
  const known = fresh.get(version);
  if (known !== undefined) return known;
  const parts = using(openScratch(version), partsOf);
  fresh.set(version, parts);
  return parts;
}

const columns = new Map<string, string[]>();
function freshColumns(table: string, sql: string): readonly string[] {
  const known = columns.get(sql);
  if (known !== undefined) return known;
  const found = using(openScratch(0), (db) => columnsOf(db.exec(sql), table));
  columns.set(sql, found);
  return found;
}

export const newerSchemaText = (version: number): string =>
  `was written by a newer Weatherglass (schema ${version}, this program knows ${SCHEMA_VERSION})`;
