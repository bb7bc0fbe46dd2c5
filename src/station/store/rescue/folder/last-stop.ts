import { closeSync, existsSync, openSync, readSync, rmSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Database,
  isBusy,
  isDiskTrouble,
  openReadOnly,
  sqliteCode,
  unlessInTrouble,
  using,
} from '../../sqlite/database.ts';
import { JobNote } from '../../sqlite/job-note.ts';
import { isStoreRefusal } from '../../sqlite/store-refusal.ts';
import { readWal, walIsThere } from '../carve/wal.ts';
import { countRows } from './count-rows.ts';
import { readNote, writeNote } from './note-file.ts';

export const DATABASE_FILE = 'weatherglass.db';
const MARK_FILE = 'weatherglass.clean';
const DAMAGED_FILE = 'weatherglass.damaged';
/** Name of the entry among the jobs. */
export const ENTRY = 'opened';

/**
 * Note beside the database of how the last station left it. It is removed before a database is opened or closed and written when that is
 * done: a cut in between leaves none, and nothing wrong is told.
 */
interface Mark {
  /** Which file was closed. */
  ino?: number;
  /** When we last wrote the file: at a close, or with a checkpoint. */
  mtimeMs?: number;
  /** Facts about a database closed as one file; null while a station runs. `header`: SQLite's own, with its change counter. */
  closed: { size: number; header: string; rows?: number | null } | null;
  /** Newest entry of the log (`beginLog`). While a station runs, all that is in the log alone came after it. */
  entry?: string | null;
}

/**
 * State of the folder after the last station. `unknown`: without a note. `clean`: closed in order, and unchanged. `changed`: closed in
 * order, then written or replaced by another program. `killed`: its log is beside it. `brought in`: killed, and another program has
 * brought its log into the file. `log lost`: killed, and the log, or the rest of it, is gone. `other log`: killed, and an older state of the
 * database was laid under the log.
 */
export type LastStop =
  | { ended: 'unknown' | 'clean' | 'killed' | 'brought in' | 'log lost' | 'other log' }
  | { ended: 'changed'; rows: number | null };

/** Format, change counter, size and schema cookie: https://www.sqlite.org/fileformat2.html#the_database_header. */
const HEADER = { from: 16, until: 100 } as const;
const FORMAT_AT = 18;
const ROLLBACK_JOURNAL = 1;

/** Notes that the database was closed as one file. Only while this process does not have it open. */
export function markClean(folder: string, rows: number | null = null, entry: string | null = null): void {
  const path = join(folder, DATABASE_FILE);
  const { size, ino, mtimeMs } = statSync(path);
  write(folder, { ino, mtimeMs, entry, closed: { size, header: headerOf(path).toString('hex'), rows } });
}

/** Notes that the database is open, and the entry after which its log begins. A disk with no room for the note keeps none. */
export function markOpen(folder: string, entry: string | null): void {
  const mtimeMs = statSync(join(folder, DATABASE_FILE), { throwIfNoEntry: false })?.mtimeMs ?? 0; // it may have been moved away
  if (entry === null || !unlessInTrouble(() => write(folder, { mtimeMs, closed: null, entry }))) dropMark(folder);
}

/**
 * Whether the file is as the last checkpoint of a killed station left it. An older copy under its log is not: SQLite would read the pages of
 * that log into it, and nothing but the time of the file tells.
 */
export function isAsLeftOpen(folder: string): boolean {
  const mark = readNote<Mark>(folder, MARK_FILE);
  return mark?.closed === null && isWrittenAt(mark, statSync(join(folder, DATABASE_FILE)));
}

/** To the millisecond: what restores a file's time seldom restores more. */
const isWrittenAt = (mark: Mark, now: Stats): boolean =>
  mark.mtimeMs !== undefined && Math.abs(mark.mtimeMs - now.mtimeMs) < 1;

/** Notes that a statement has met damage. A file of its own: a heavy job beside it may write the other note at any time. */
export const markDamaged = (folder: string): boolean => unlessInTrouble(() => writeNote(folder, DAMAGED_FILE, true));

/** Whether a statement has met damage since a start last judged the database. */
export const hasProvedDamaged = (folder: string): boolean => existsSync(join(folder, DAMAGED_FILE));

/** The start has judged the database, or it has been built anew. */
export const dropDamaged = (folder: string): boolean =>
  unlessInTrouble(() => rmSync(join(folder, DAMAGED_FILE), { force: true }));

/** Where the disk refuses even that, it stays. */
export const dropMark = (folder: string): boolean =>
  unlessInTrouble(() => rmSync(join(folder, MARK_FILE), { force: true }));

/** Whether a history was ever begun in this folder. */
export const isMarked = (folder: string): boolean => existsSync(join(folder, MARK_FILE));

/** Whether the last station closed the database as one file, whatever became of it since. */
export const wasClosed = (folder: string): boolean => Boolean(readNote<Mark>(folder, MARK_FILE)?.closed);

export function lastStop(folder: string): LastStop {
  const path = join(folder, DATABASE_FILE);
  const mark = readNote<Mark>(folder, MARK_FILE);
  const log = walIsThere(`${path}-wal`);
  if (mark?.closed === undefined) return { ended: log ? 'killed' : 'unknown' };
  if (mark.closed === null) {
    if (!log && isOfRollbackJournal(path)) return { ended: 'changed', rows: null }; // none that we have written
    const entry = mark.entry && using(openReadOnly(path), entryIn);
    const isThere = mark.entry === undefined ? log : mark.entry === entry;
    if (isThere) return { ended: log ? 'killed' : 'brought in' };
    // Pages, and an entry of another time: where somebody only deleted the entry, the log is that of this file. So is a damaged one, in which
    // SQLite finds nothing behind the first frame that does not add up.
    const { pages, damaged } = readWal(`${path}-wal`);
    return { ended: entry !== null && pages.size > 0 && !damaged ? 'other log' : 'log lost' };
  }
  const now = statSync(path);
  const isSameFile = mark.ino === now.ino;
  const { size, header, rows = null } = mark.closed;
  // In a folder that was copied or unpacked elsewhere every file is another one, of another time. So are an older copy, which has another entry,
  // and one that was edited elsewhere: SQLite counts no change in the header of a database with a write-ahead log.
  const isAsClosed = (db: Database): boolean =>
    (!mark.entry || mark.entry === entryIn(db)) && (rows === null || rows === countRows(db));
  const isCopy = (): boolean => !isSameFile && unlessUnreadable(() => using(openReadOnly(path), isAsClosed)) === true;
  const isAsItWas =
    !log && size === now.size && header === headerOf(path).toString('hex') && (isWrittenAt(mark, now) || isCopy());
  return isAsItWas ? { ended: 'clean' } : { ended: 'changed', rows };
}

/** The newest entry of `beginLog` that can be read; null where none can. */
export const entryIn = (db: Database): string | null => unlessUnreadable(() => new JobNote<string>(db, ENTRY).get());

/** Null of a damaged database, one without our tables, or an entry that a bad bit has made no JSON of. */
function unlessUnreadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (isStoreRefusal(error)) return null;
    if (sqliteCode(error) === null || isDiskTrouble(error) || isBusy(error)) throw error;
    return null;
  }
}

/** A file that has no log of its own beside a log: somebody has copied another database over the one that the log belongs to. */
export const hasStrayLog = (path: string): boolean => walIsThere(`${path}-wal`) && isOfRollbackJournal(path);

const isOfRollbackJournal = (path: string): boolean => headerOf(path)[FORMAT_AT - HEADER.from] === ROLLBACK_JOURNAL;

function headerOf(path: string): Buffer {
  const header = Buffer.alloc(HEADER.until - HEADER.from);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, HEADER.from);
    return header;
  } finally {
    closeSync(file);
  }
}

const write = (folder: string, mark: Mark): void => writeNote(folder, MARK_FILE, mark);
