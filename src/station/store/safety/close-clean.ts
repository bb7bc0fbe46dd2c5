import { statSync } from 'node:fs';
import { type Database, isDiskTrouble, sqliteCode, unlessSmall } from '../database.ts';
import { countRows } from './count-rows.ts';
import { markClean, markOpen } from './last-stop.ts';
import { sumRows } from './row-sums.ts';

/**
 * Closes the database of a data folder. The last connection brings its log in and removes it; where a disk in trouble, or another
 * program that still reads, did not let it, the log stays for the next start, and there is no mark of a clean stop.
 */
export function closeClean(db: Database, folder: string): void {
  const rows = rowsIn(db);
  sumNewRows(db);
  db.close();
  try {
    if ((statSync(`${db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) markOpen(folder);
    else markClean(folder, rows);
  } catch (error) {
    if (!isDiskTrouble(error)) throw error;
    markOpen(folder); // half a mark is none
  }
}

/** A stop sums some of the rows that the patrol has not come round to. */
const SUMS_FOR_MS = 60;

function sumNewRows(db: Database): void {
  try {
    sumRows(db, unlessSmall(db, SUMS_FOR_MS));
  } catch (error) {
    if (sqliteCode(error) === null) throw error;
  }
}

function rowsIn(db: Database): number | null {
  try {
    return countRows(db);
  } catch (error) {
    if (sqliteCode(error) === null) throw error;
    return null; // it is closed all the same
  }
}
