import { join } from 'node:path';
import { DATABASE_FILE } from './rescue/folder/last-stop.ts';
import { openReadOnly } from './sqlite/database.ts';
import { SCHEMA_VERSION, userVersionOf } from './sqlite/migrations/migrate.ts';
import { type TableOptions, tablesOver } from './tables.ts';

/**
 * Store that only reads, over a connection of its own, beside a station that may be running: what an export needs. Null where the database has
 * the tables of another version of the program.
 */
export function openReadStore(folder: string, options: TableOptions) {
  const db = openReadOnly(join(folder, DATABASE_FILE));
  if (userVersionOf(db) === SCHEMA_VERSION) return { ...tablesOver(db, options), close: () => db.close() };
  db.close();
  return null;
}

export type ReadStore = NonNullable<ReturnType<typeof openReadStore>>;
