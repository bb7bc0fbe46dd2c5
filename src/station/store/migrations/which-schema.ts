import type SqliteDatabase from 'better-sqlite3';
import { openScratch } from '../database.ts';
import { describeSchema, SCHEMA_VERSION, schemaOf } from './migrate.ts';

/**
 * What a file's schema is to this program. The number alone is four bytes that a bad card can change: it is believed only when the
 * tables agree with it. A number that is ahead, over tables that are ours to the letter, is damage and no newer program.
 */
export type SchemaFinding = { kind: 'known'; version: number } | { kind: 'newer'; version: number } | { kind: 'odd' };

export function whichSchema(db: SqliteDatabase.Database): SchemaFinding {
  const version = schemaOf(db);
  const tables = describeSchema(db).join('\n');
  if (version >= 0 && version <= SCHEMA_VERSION) {
    return tables === tablesOf(version) ? { kind: 'known', version } : { kind: 'odd' };
  }
  for (let known = 1; known <= SCHEMA_VERSION; known += 1) if (tables === tablesOf(known)) return { kind: 'odd' };
  return version > 0 && version < 10_000 && tables.includes('CREATE TABLE sample')
    ? { kind: 'newer', version }
    : { kind: 'odd' };
}

const described = new Map<number, string>();
function tablesOf(version: number): string {
  const before = described.get(version);
  if (before !== undefined) return before;
  const db = openScratch(version);
  try {
    const text = describeSchema(db).join('\n');
    described.set(version, text);
    return text;
  } finally {
    db.close();
  }
}

export const newerSchemaText = (version: number): string =>
  `was written by a newer Weatherglass (schema ${version}, this program knows ${SCHEMA_VERSION})`;
