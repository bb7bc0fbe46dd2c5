import { randomBytes } from 'node:crypto';
import { existsSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, isUnreadable, openReadOnly, unless, unlessInTrouble, using } from '../../sqlite/database.ts';
import { JobNote } from '../../sqlite/job-note.ts';
import { isStoreRefusal } from '../../sqlite/store-refusal.ts';
import { headOf, readWal, walIsThere } from '../carve/wal.ts';
import { readNote, removeNote, writeInPlace, writeNote } from './note-file.ts';

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
  /** Newest entry of the log and those before it (`beginLog`). While a station runs, all that is in the log alone came after it. */
  entry?: string | null;
  /** Since when a disk that takes nothing leaves samples in memory alone; null or absent where it does not. */
  waitingSinceTs?: number | null;
  waitingSteady?: Beginning['steady'];
}

/** Beginning of a disk's trouble. Its length is told by steady time, which no clock that is set can reach. */
export interface Beginning {
  /** By the station's clock at the note, for a start of the machine from which another steady time counts. */
  sinceTs: number;
  /** By steady time, in seconds of that start of the machine; absent in the note of an older program. */
  steady?: { boot: string; s: number } | undefined;
}

/**
 * State of the folder after the last station. `unknown`: without a note. `clean`: closed in order, and unchanged. `changed`: another program
 * has written or replaced it since, or brought in the log of one that was killed. `killed`: its log is beside it. `log lost`: killed, and the log,
 * or the rest of it, is gone. `other log`: killed, and an older state of the database was laid under the log.
 */
export type LastStop =
  | { ended: 'unknown' | 'clean' | 'killed' | 'log lost' | 'other log' }
  | { ended: 'changed'; rows: number | null };

/** Format, change counter, size and schema cookie: https://www.sqlite.org/fileformat2.html#the_database_header. */
const HEADER = { from: 16, until: 100 } as const;
const FORMAT_AT = 18;
const ROLLBACK_JOURNAL = 1;

/** Notes that the database was closed as one file. Only while this process does not have it open. */
export function markClean(folder: string, rows: number | null = null, entry: string | null = null): void {
  const path = join(folder, DATABASE_FILE);
  const { size, ino, mtimeMs } = statSync(path);
  const closed = { size, header: headerOf(path).toString('hex'), rows };
  writeNote(folder, MARK_FILE, { ino, mtimeMs, entry, closed } satisfies Mark);
}

/**
 * Notes that the database is open, and the entry after which its log begins. A disk with no room for the note keeps none. Nothing waits for
 * the disk here: a power cut leaves this note, none, or one that its entry tells to be older.
 */
export function markOpen(folder: string, entry: string | null): void {
  const found = statSync(join(folder, DATABASE_FILE), { throwIfNoEntry: false });
  if (found === undefined) return; // it has been moved away: that there was one stays noted
  const mark: Mark = { mtimeMs: found.mtimeMs, closed: null, entry };
  if (entry === null || !unlessInTrouble(() => writeNote(folder, MARK_FILE, mark, false))) dropMark(folder);
}

/** Notes since when samples wait in memory alone, for the start behind a kill; null: none do. */
export const markWaiting = (folder: string, since: Beginning | null): boolean =>
  unlessInTrouble(() => {
    const mark = readNote<Mark>(folder, MARK_FILE);
    const waitingSinceTs = since?.sinceTs ?? null;
    if (mark === null || (mark.waitingSinceTs ?? null) === waitingSinceTs) return;
    const waiting = { waitingSinceTs, waitingSteady: since?.steady };
    writeInPlace(join(folder, MARK_FILE), JSON.stringify({ ...mark, ...waiting }));
  });

export function waitingSince(folder: string): Beginning | null {
  const { waitingSinceTs, waitingSteady } = readNote<Mark>(folder, MARK_FILE) ?? {};
  return typeof waitingSinceTs === 'number' ? { sinceTs: waitingSinceTs, steady: waitingSteady } : null;
}

/** Entry of the file that lies in the folder: one that was moved away while it was open takes entries that no start will find. */
export function entryAt(folder: string): string | null {
  const path = join(folder, DATABASE_FILE);
  return existsSync(path) ? using(openReadOnly(path), entryIn) : null;
}

/** Entries before the newest that its row keeps. */
const ENTRIES_KEPT = 20;

/** A new entry, with those before it: among them that of the note, which stays where the disk refuses another. */
export function entryAfter(before: string | null, folder: string): string {
  const noted = newestOf(readNote<Mark>(folder, MARK_FILE)?.entry);
  const kept = (before?.split(' ') ?? []).filter((entry, i) => i < ENTRIES_KEPT || entry === noted);
  return [randomBytes(6).toString('hex'), ...kept].join(' ');
}

const newestOf = (entry: string | null | undefined): string | undefined =>
  typeof entry === 'string' ? entry.split(' ')[0] : undefined;

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
export const dropDamaged = (folder: string): boolean => removeNote(folder, DAMAGED_FILE);

/** Where the disk refuses even that, it stays. */
export const dropMark = (folder: string): boolean => removeNote(folder, MARK_FILE);

/** Whether a history was ever begun in this folder. */
export const isMarked = (folder: string): boolean => existsSync(join(folder, MARK_FILE));

/** Whether the last station closed the database as one file, whatever became of it since. */
export const wasClosed = (folder: string): boolean => Boolean(readNote<Mark>(folder, MARK_FILE)?.closed);

export function lastStop(folder: string): LastStop {
  const path = join(folder, DATABASE_FILE);
  const mark = readNote<Mark>(folder, MARK_FILE);
  const log = walIsThere(`${path}-wal`);
  const unnoted: LastStop = { ended: log ? 'killed' : 'unknown' };
  if (mark?.closed === undefined) return unnoted;
  const changed: LastStop = { ended: 'changed', rows: mark.closed?.rows ?? null };
  if (!log && mark.closed !== null) return isAsClosed(path, mark, mark.closed) ? { ended: 'clean' } : changed;
  if (!log && isOfRollbackJournal(path)) return changed; // none that we have written
  const entry = entryAt(folder);
  const noted = newestOf(mark.entry);
  const before = entry?.split(' ').indexOf(noted ?? '') ?? -1;
  // The files have gone on since the note, which says nothing about them: a disk refused another, or one came late.
  if (before > 0) return unnoted;
  if (mark.closed !== null) return changed;
  if (noted === undefined ? log : before === 0) return log ? { ended: 'killed' } : changed;
  // Pages, and an entry of another time: where somebody only deleted the entry, the log is that of this file. So is a damaged one, in which
  // SQLite finds nothing behind the first frame that does not add up.
  const { pages, damaged } = readWal(`${path}-wal`);
  return { ended: entry !== null && pages.size > 0 && !damaged ? 'other log' : 'log lost' };
}

/** Whether a file without a log is as it was closed, or a copy of that. */
function isAsClosed(path: string, mark: Mark, { size, header, rows = null }: NonNullable<Mark['closed']>): boolean {
  const now = statSync(path);
  if (size !== now.size || header !== headerOf(path).toString('hex')) return false;
  if (isWrittenAt(mark, now)) return true;
  // In a folder that was copied or unpacked elsewhere every file is another one, of another time. So are an older copy, which has another entry,
  // and one that was edited elsewhere: SQLite counts no change in the header of a database with a write-ahead log.
  const isCopy = (db: Database): boolean =>
    (!mark.entry || mark.entry === entryIn(db)) && (rows === null || rows === countRows(db));
  return mark.ino !== now.ino && unless(isUnreadable, () => using(openReadOnly(path), isCopy)) === true;
}

/** Entries of `beginLog`, the newest first; null where none can be read, or where a bad bit has made no JSON of them. */
export function entryIn(db: Database): string | null {
  const isNone = (error: unknown) => isStoreRefusal(error) || isUnreadable(error);
  const entry = unless(isNone, () => new JobNote<unknown>(db, ENTRY).get());
  return typeof entry === 'string' ? entry : null;
}

/** A file that has no log of its own beside a log: somebody has copied another database over the one that the log belongs to. */
export const hasStrayLog = (path: string): boolean => walIsThere(`${path}-wal`) && isOfRollbackJournal(path);

const isOfRollbackJournal = (path: string): boolean => headerOf(path)[FORMAT_AT - HEADER.from] === ROLLBACK_JOURNAL;

const headerOf = (path: string): Buffer => headOf(path, HEADER.until).subarray(HEADER.from);

/** Rows of weather and of what people told. */
export const countRows = (db: Database): number =>
  ['label', 'event', 'calibration', 'hourly', 'five_min', 'tick', 'sample']
    .map((table) => db.prepare<[], number>(`SELECT count(*) FROM main.${table}`).pluck().get()!)
    .reduce((sum, rows) => sum + rows);
