import { statSync } from 'node:fs';
import { bytesOf, type Database, sqliteCode, unlessInTrouble, unlessSmall } from '../../sqlite/database.ts';
import { checkRows } from '../integrity/row-sums.ts';
import { dropMark, entryIn, markClean, markOpen } from './last-stop.ts';

/**
 * Closes the database of a data folder. The last connection brings its log in and removes it; where a disk in trouble, or another
 * program that still reads, did not let it, the log stays for the next start, and there is no mark of a clean stop.
 */
export function closeClean(db: Database, folder: string): void {
  const { rows, entry } = lastWork(db);
  dropMark(folder);
  db.close();
  const isOneFile = (statSync(`${db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
  if (!isOneFile || !unlessInTrouble(() => markClean(folder, rows))) markOpen(folder, entry); // half a mark is none
}

/** A stop sums some of the rows that the patrol has not come round to. */
const SUMS_FOR_MS = 60;
/** Two days of samples, counted in as long. */
const COUNTED_BYTES = 32 * 1024 * 1024;

/** Sums new rows, and counts all of them where that takes no time; a database that allows neither is closed all the same. */
function lastWork(db: Database): { rows: number | null; entry: string | null } {
  try {
    const entry = entryIn(db);
    const rows = bytesOf(db) > COUNTED_BYTES ? null : countRows(db);
    checkRows(db, unlessSmall(db, SUMS_FOR_MS), 'those without a sum');
    return { rows, entry };
  } catch (error) {
    if (sqliteCode(error) === null) throw error;
    return { rows: null, entry: null };
  }
}

/** Rows of weather and of what people told. */
export const countRows = (db: Database): number =>
  ['label', 'event', 'calibration', 'hourly', 'five_min', 'tick', 'sample']
    .map((table) => db.prepare<[], number>(`SELECT count(*) FROM main.${table}`).pluck().get()!)
    .reduce((sum, rows) => sum + rows);
