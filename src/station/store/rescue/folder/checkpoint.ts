import { basename, dirname } from 'node:path';
import type { Database } from '../../sqlite/database.ts';
import { DATABASE_FILE, markOpen } from './last-stop.ts';

/**
 * Checkpoint: SQLite copies the write-ahead log into the database file. Passive: it waits for nobody, and what another connection
 * still reads stays in the log for the next time. The note beside the file then knows that the write was ours.
 */
export function checkpoint(db: Database): void {
  db.pragma('wal_checkpoint(PASSIVE)');
  if (basename(db.name) === DATABASE_FILE) markOpen(dirname(db.name));
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
