import { statSync } from 'node:fs';
import {
  type Column,
  columnsOf,
  type Database,
  isDamage,
  openReadOnly,
  openScratch,
  unless,
  using,
} from './database.ts';
import { SCHEMA_VERSION, userVersionOf } from './migrations/migrate.ts';
import { blockedTables } from './their-triggers.ts';

/**
 * Table, index or trigger of ours, or columns of one, as a fresh database of that version has it. `remade`: a table that another program
 * made anew, without our keys or types.
 */
export interface SchemaPart {
  type: string;
  name: string;
  sql: string;
}

/**
 * Schema version of a file, by its tables: a dump loses the stamped number, and any program may set it. Parts of other programs stay.
 * `missing`: parts of ours that somebody removed or changed, in the order in which they are made. `blocked`: tables of ours that
 * triggers of others make unwritable. `odd`: a table of ours lacks columns that cannot be added, or nothing in it is ours. `newer`: a stamped
 * number ahead of ours, which is always believed.
 */
export type SchemaFinding =
  | { kind: 'known'; version: number; stamped: number; missing: readonly SchemaPart[]; blocked: readonly string[] }
  | { kind: 'newer'; version: number }
  | { kind: 'odd' };

export function whichSchema(db: Database): SchemaFinding {
  const stamped = userVersionOf(db);
  const there = new Map(partsOf(db).map((part) => [part.name, part]));
  let best = compared(db, there, stamped < 0 || stamped > SCHEMA_VERSION ? SCHEMA_VERSION : stamped);
  // A schema that is as its number says is compared with no other version: to make all of them took a seventh of a start.
  for (let version = SCHEMA_VERSION; version >= 0 && best.later + best.missing.length > 0; version -= 1) {
    const other = compared(db, there, version);
    // A part that is missing may be lost; one of a later version would meet its migration.
    if ((other.later - best.later || other.missing.length - best.missing.length) < 0) best = other;
  }
  const { version, missing } = best;
  if (version === 0 && there.size > 0) return { kind: 'odd' }; // all of it is others'
  if (stamped > SCHEMA_VERSION) return { kind: 'newer', version: stamped };
  const mended = missing.map((part) => {
    const found = there.get(part.name);
    if (found === undefined) return part;
    if (found.type !== part.type) return null;
    return part.type === 'table' ? mendedTable(db, part) : part;
  });
  if (mended.includes(null)) return { kind: 'odd' };
  const ours = oursIn(version);
  return {
    kind: 'known',
    version,
    stamped,
    missing: mended as SchemaPart[],
    blocked: blockedTables(db, ours.tables, ours.names),
  };
}

/** Distance of a file from a version of ours: parts that it lacks, and how many it has as later versions have them. */
function compared(db: Database, there: ReadonlyMap<string, SchemaPart>, version: number) {
  const parts = freshParts(version);
  const missing = parts.filter((part) => !isThere(db, part, there.get(part.name)));
  const own = new Map(parts.map((part) => [part.name, part]));
  const later = freshParts(SCHEMA_VERSION).filter(
    (part) => there.has(part.name) && isLater(db, part, own.get(part.name)),
  );
  return { version, missing, later: later.length };
}

/** Whether the newest version of a part that is there has what this one of ours lacks: a table, its columns. */
function isLater(db: Database, { type, name, sql }: SchemaPart, own?: SchemaPart): boolean {
  if (own === undefined) return true;
  if (type !== 'table' || own.sql === sql) return false;
  const has = new Set(freshColumns(name, own.sql).map((column) => column.name));
  const newest = new Set(freshColumns(name, sql).map((column) => column.name));
  return columnsOf(db, name).some((column) => newest.has(column.name) && !has.has(column.name));
}

/** Names of everything a version has, and its tables. */
export function oursIn(version: number): { names: ReadonlySet<string>; tables: readonly string[] } {
  const parts = freshParts(version);
  const tables = parts.filter(({ type }) => type === 'table');
  return { names: new Set(parts.map(({ name }) => name)), tables: tables.map(({ name }) => name) };
}

/** Tables first, triggers last, in words that do not depend on how they were typed. */
function partsOf(db: Database): SchemaPart[] {
  return db
    .prepare<[], SchemaPart>(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type = 'trigger', type DESC, name",
    )
    .all()
    .map(({ type, name, sql }) => ({ type, name, sql: sql.replaceAll(/\s+/g, ' ').trim() }));
}

/** A table may have more columns than ours; anything else is ours to the letter. */
function isThere(db: Database, { type, name, sql }: SchemaPart, found?: SchemaPart): boolean {
  if (found === undefined || found.type !== type) return false;
  if (found.sql === sql) return true;
  if (type !== 'table') return false;
  const has = new Set(columnsOf(db, name).map(keyAndType));
  return freshColumns(name, sql).every((column) => has.has(keyAndType(column)));
}

const keyAndType = ({ name, type, pk }: Column): string => `${name} ${type} ${pk}`;

/** Statements that mend a table of ours: add the columns that it lacks, or make it anew. Null where a missing column cannot be empty. */
function mendedTable(db: Database, { name, sql }: SchemaPart): SchemaPart | null {
  const found = new Map(columnsOf(db, name).map((column) => [column.name, column]));
  const ours = freshColumns(name, sql);
  const lacking = ours.filter((column) => !found.has(column.name));
  if (lacking.some(({ notnull, pk }) => notnull > 0 || pk > 0)) return null;
  const isUnlike = (column: Column) => keyAndType(found.get(column.name) ?? column) !== keyAndType(column);
  if (ours.some(isUnlike)) return { type: 'remade', name, sql };
  const add = lacking.map((column) => `ALTER TABLE "${name}" ADD COLUMN "${column.name}" ${column.type};`);
  return { type: 'column', name, sql: add.join(' ') };
}

const fresh = new Map<number, SchemaPart[]>();
function freshParts(version: number): readonly SchemaPart[] {
  const known = fresh.get(version);
  if (known !== undefined) return known;
  const parts = using(openScratch(version), partsOf);
  fresh.set(version, parts);
  return parts;
}

const columns = new Map<string, Column[]>();
function freshColumns(table: string, sql: string): readonly Column[] {
  const known = columns.get(sql);
  if (known !== undefined) return known;
  const found = using(openScratch(0), (db) => columnsOf(db.exec(sql), table));
  columns.set(sql, found);
  return found;
}

/** Schema that a database says it is at, its log included; null when there is none (a pipe of that name would be waited for without end). */
export function schemaOf(path: string): number | 'damaged' | null {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return null;
  return unless(isDamage, () => using(openReadOnly(path), userVersionOf)) ?? 'damaged';
}

export const newerSchemaText = (version: number): string =>
  `was written by a newer Weatherglass (schema ${version}, this program knows ${SCHEMA_VERSION})`;
