import { existsSync } from 'node:fs';
import type { Database } from '../../sqlite/database.ts';
import { SCHEMA_VERSION } from '../../sqlite/migrations/migrate.ts';
import { carveTables } from './carve.ts';
import { PageFile } from './page-file.ts';
import { shapesOf } from './shapes.ts';

/**
 * Fills these tables of an empty database from another one that nobody has open, as far as they can be read. Only pages are
 * read: the other may be damaged, or lie on a disk that lets nothing be written, where SQLite cannot even look.
 */
export function furnish(db: Database, from: string, tables: readonly string[], nowS: number): void {
  if (!existsSync(from)) return;
  const file = new PageFile(from);
  try {
    const shapes = shapesOf(SCHEMA_VERSION);
    carveTables(db, file, new Map(tables.map((table) => [table, shapes.get(table)!])), nowS);
  } finally {
    file.close();
  }
}
