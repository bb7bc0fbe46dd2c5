import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import {
  bytesOf,
  type Database,
  isDamage,
  SMALL_BYTES,
  sqliteCode,
  unless,
  unlessInTrouble,
  withSync,
} from '../../sqlite/database.ts';
import { JobNote } from '../../sqlite/job-note.ts';
import { closeUntouched } from '../integrity/listen.ts';
import { sumNewRows } from '../integrity/row-sums.ts';
import {
  countRows,
  DATABASE_FILE,
  dropMark,
  ENTRY,
  entryAfter,
  entryAt,
  entryIn,
  markClean,
  markDamaged,
  markOpen,
  wasClosed,
} from './last-stop.ts';

/**
 * New entry in the log, of which the note speaks from now on: a log without it is a lost one. Two transactions, because a power cut between
 * entry and note must leave no note of an entry that is not there, and both under the write lock: of two connections that do this at a time,
 * the note speaks of the later entry. It speaks of the file in the folder, which somebody may have put in place of the open one.
 */
export function beginLog(db: Database, folder: string): void {
  const locked = (work: () => void): void => withSync(db, 'FULL', () => db.transaction(work).immediate());
  locked(() => {
    const entry = entryAfter(entryIn(db), folder);
    if (wasClosed(folder)) dropMark(folder);
    new JobNote<string>(db, ENTRY).put(entry);
  });
  locked(() => markOpen(folder, entryAt(folder)));
}

/**
 * Checkpoint: SQLite copies the write-ahead log into the database file. Passive: it does not wait, and pages that another connection
 * still reads stay in the log for the next time. Later writes come after a new entry in the note.
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

/**
 * Closes the database of a data folder. The last connection brings its log in and removes it; where a disk in trouble, or another
 * program that still reads, did not let it, the log stays for the next start, and there is no mark of a clean stop. Nor is there one of a
 * database that proves damaged in its last work: it is left as it is, and the next start judges it.
 */
export function closeClean(db: Database, folder: string): void {
  const work = unless(isDamage, () => lastWork(db));
  if (work === null) {
    markDamaged(folder);
    closeUntouched(db);
    return;
  }
  dropMark(folder);
  db.close();
  const isOneFile = (statSync(`${db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
  if (!isOneFile) markOpen(folder, work.entry);
  else unlessInTrouble(() => markClean(folder, work.rows, work.entry)); // or none: a log that we have brought in is not open
}

/** A stop sums some of the rows that the patrol has not come round to. */
const SUMS_FOR_MS = 60;
/** Two days of samples, counted in as long. */
const COUNTED_BYTES = 32 * 1024 * 1024;

/** Sums new rows, and counts all of them where that takes no time; a database that allows neither is closed all the same. */
function lastWork(db: Database): { rows: number | null; entry: string | null } {
  const isRefused = (error: unknown) => sqliteCode(error) !== null && !isDamage(error);
  const done = unless(isRefused, () => {
    const entry = entryIn(db);
    const bytes = bytesOf(db);
    const rows = bytes > COUNTED_BYTES ? null : countRows(db);
    sumNewRows(db, bytes > SMALL_BYTES ? SUMS_FOR_MS : Number.POSITIVE_INFINITY);
    return { rows, entry };
  });
  return done ?? { rows: null, entry: null };
}
