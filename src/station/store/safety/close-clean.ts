import { type Database, isDiskTrouble } from '../database.ts';
import { markClean, markOpen } from './clean-mark.ts';
import { walIsThere } from './wal.ts';

/**
 * Closes the database of a data folder. The last connection brings its log in and removes it; where a disk in trouble did not let it,
 * the log stays for the next start, and there is no mark of a clean stop.
 */
export function closeClean(db: Database, folder: string): void {
  db.close();
  try {
    if (walIsThere(`${db.name}-wal`)) markOpen(folder);
    else markClean(folder);
  } catch (error) {
    if (!isDiskTrouble(error)) throw error;
    markOpen(folder); // half a mark is none
  }
}
