import { type Database, openBare } from '../database.ts';
import { dropSums, updateSums } from './page-sums.ts';
import { readWal } from './wal.ts';

/**
 * Brings the log into the database and the sums of its pages up to date with it: the only way in which a page of the file ever
 * changes. A second connection reads meanwhile. What it sees of the log is the most that is copied, and the log cannot begin
 * anew while it reads: so the pages that were copied are still there to be summed. Killed anywhere in between, the log still has
 * every page whose sum may be old, and a page that is in the log is vouched for by the log.
 */
export function checkpoint(db: Database): void {
  const reader = openBare(db.name);
  try {
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM sqlite_master').get();
    const [done] = db.pragma('wal_checkpoint(PASSIVE)') as { busy: number; checkpointed: number }[];
    if (done && done.checkpointed > 0) bringSums(db.name, done.checkpointed);
    reader.exec('COMMIT');
  } finally {
    reader.close();
  }
}

function bringSums(database: string, frames: number): void {
  try {
    updateSums(database, readWal(`${database}-wal`, frames).pages);
  } catch (error) {
    dropSums(database); // no sums are better than old ones: the next start makes them anew
    throw error;
  }
}

/** A checkpoint comes every three megabytes of log: smaller ones write the same pages more often, larger ones take longer. */
const LOG_FRAMES = 3_000;
/** A log that no heavy job came round to is brought in by the sampling thread all the same. */
export const BACKSTOP_FRAMES = 30_000;

/** Brings the log in when enough of it is waiting. */
export function tidyLog(db: Database, frames = LOG_FRAMES): void {
  const [state] = db.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
  if (state && state.log - state.checkpointed >= frames) checkpoint(db);
}
