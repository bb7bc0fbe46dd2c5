import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskTrouble } from '../../sqlite/database.ts';
import { walIsThere } from '../carve/wal.ts';
import { readNote, writeNote } from './note-file.ts';

export const DATABASE_FILE = 'weatherglass.db';
const MARK_FILE = 'weatherglass.clean';

/** Note beside the database of how the last station left it. */
interface Mark {
  /** Which file it was, and when it was last written: by the close, or by a checkpoint of ours. */
  ino?: number;
  mtimeMs?: number;
  /** Facts about a database closed as one file; null while a station runs. `header`: SQLite's own, with its change counter. */
  closed: { size: number; header: string; rows: number | null } | null;
}

/**
 * State of the folder after the last station: `unknown` without a note; `clean`: closed in order, and unchanged; `changed`: closed in
 * order, then written or replaced by another program; `killed`: its log is beside it; `brought in`: killed, and another program has
 * brought its log into the file; `log lost`: killed, and somebody removed the log.
 */
export type LastStop =
  | { ended: 'unknown' | 'clean' | 'killed' | 'brought in' | 'log lost' }
  | { ended: 'changed'; rows: number | null };

/** Format, change counter, size and schema cookie: https://www.sqlite.org/fileformat2.html#the_database_header. */
const HEADER = { from: 16, until: 100 } as const;
const FORMAT_AT = 18;
const ROLLBACK_JOURNAL = 1;

/** The database was closed as one file. Only while nothing in this process has it open. */
export function markClean(folder: string, rows: number | null = null): void {
  const path = join(folder, DATABASE_FILE);
  const { size, ino, mtimeMs } = statSync(path);
  write(folder, { ino, mtimeMs, closed: { size, header: headerOf(path).toString('hex'), rows } });
}

/** The database is open, or a checkpoint has just written to it. A disk with no room for the note keeps none. */
export function markOpen(folder: string): void {
  try {
    const found = statSync(join(folder, DATABASE_FILE), { throwIfNoEntry: false });
    write(folder, { ...(found && { ino: found.ino, mtimeMs: found.mtimeMs }), closed: null });
  } catch (error) {
    if (!isDiskTrouble(error)) throw error;
    dropMark(folder);
  }
}

export function dropMark(folder: string): void {
  rmSync(join(folder, MARK_FILE), { force: true });
}

/** Whether a history was ever begun in this folder. */
export const isMarked = (folder: string): boolean => existsSync(join(folder, MARK_FILE));

export function lastStop(folder: string): LastStop {
  const path = join(folder, DATABASE_FILE);
  const mark = readNote<Mark>(folder, MARK_FILE);
  const log = walIsThere(`${path}-wal`);
  if (mark?.closed === undefined) return { ended: log ? 'killed' : 'unknown' };
  const now = statSync(path);
  const isSameFile = mark.ino === now.ino;
  // To the millisecond: what restores a file's time seldom restores more.
  const isSameTime = mark.mtimeMs !== undefined && Math.abs(mark.mtimeMs - now.mtimeMs) < 1;
  if (mark.closed === null) {
    if (log) return { ended: 'killed' };
    if (isOfRollbackJournal(path)) return { ended: 'changed', rows: null }; // none that we have written
    return { ended: isSameFile && !isSameTime ? 'brought in' : 'log lost' };
  }
  const { size, header, rows } = mark.closed;
  // In a folder that was copied or unpacked elsewhere every file is another one, of another time.
  const isAsItWas =
    !log && size === now.size && header === headerOf(path).toString('hex') && (isSameTime || !isSameFile);
  return isAsItWas ? { ended: 'clean' } : { ended: 'changed', rows };
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
