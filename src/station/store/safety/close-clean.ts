import { type Database, isDiskTrouble } from '../database.ts';
import { checkpoint } from './checkpoint.ts';
import { markClean, unmarkClean } from './clean-mark.ts';

/**
 * Closes the database of a data folder as one whole file, marked as such. Not left to SQLite, which brings the log in without the sums of
 * its pages: the next start would take those for damaged.
 */
export function closeClean(db: Database, folder: string): void {
  const isWhole = taken(() => checkpoint(db));
  db.close();
  if (!isWhole || !taken(() => markClean(folder))) unmarkClean(folder); // half a mark is none
}

/** False when the disk refuses; any other failure is nobody's condition. */
function taken(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (!isDiskTrouble(error)) throw error;
    return false;
  }
}
