import { join } from 'node:path';
import { DATABASE_FILE } from './rescue/folder/last-stop.ts';
import { openReadOnly } from './sqlite/database.ts';
import { SCHEMA_VERSION, userVersionOf } from './sqlite/migrations/migrate.ts';
import { type TableOptions, Tables } from './tables.ts';

/** Store that only reads, over a connection of its own, beside a station that may be running: what an export needs. */
export class ReadStore extends Tables {
  /** Null where the database has the tables of another version of the program. */
  static open(folder: string, options: TableOptions): ReadStore | null {
    const db = openReadOnly(join(folder, DATABASE_FILE));
    if (userVersionOf(db) === SCHEMA_VERSION) return new ReadStore(db, options);
    db.close();
    return null;
  }

  close(): void {
    this.db.close();
  }
}
