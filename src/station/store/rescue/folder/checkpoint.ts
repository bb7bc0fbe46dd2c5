import { randomUUID } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { type Database, withSync } from '../../sqlite/database.ts';
import { JobNote } from '../../sqlite/job-note.ts';
import { DATABASE_FILE, dropMark, ENTRY, markOpen } from './last-stop.ts';

/** The log of an open database gets an entry, and the note speaks of it: from now on a log without the entry is a lost one. */
export function beginLog(db: Database, folder: string): void {
  const entry = randomUUID();
  dropMark(folder);
  withSync(db, 'FULL', () => new JobNote<string>(db, ENTRY).put(entry));
  markOpen(folder, entry);
}

/**
 * Checkpoint: SQLite copies the write-ahead log into the database file. Passive: it waits for nobody, and what another connection
 * still reads stays in the log for the next time. What is in the log alone from now on comes after a new entry.
 */
export function checkpoint(db: Database): void {
  db.pragma('wal_checkpoint(PASSIVE)');
  if (basename(db.name) === DATABASE_FILE) beginLog(db, dirname(db.name));
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
