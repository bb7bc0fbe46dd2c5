import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isDiskTrouble } from '../database.ts';
import { walIsThere } from './wal.ts';

export const DATABASE_FILE = 'weatherglass.db';
const MARK_FILE = 'weatherglass.clean';

/** Note beside the database of how the last station left it. An older program reads the size alone. */
interface Mark {
  /** Of the closed file; one that no file has while a station runs. */
  size: number;
  /** Which file it was, and when it was last written: by the close, or by a checkpoint of ours. */
  ino?: number;
  mtimeMs?: number;
  /** SQLite's own header with its change counter, of a closed file. */
  header?: string;
  /** Rows it held; null where counting them took too long. */
  rows?: number | null;
}

/**
 * How the last station ended, and what became of its files since: `unknown` without a note; `clean`: closed in order, and as it was;
 * `changed`: closed in order, another program has written to it or somebody replaced it; `killed`: its log is beside it; `brought in`:
 * killed, and another program has brought its log into the file; `log lost`: killed, and somebody removed the log.
 */
export type LastStop =
  | { ended: 'unknown' | 'clean' | 'killed' | 'brought in' | 'log lost' }
  | { ended: 'changed'; rows: number | null };

const RUNNING = -1;
/** Format, change counter, size and schema cookie: https://www.sqlite.org/fileformat2.html#the_database_header. */
const HEADER = { from: 16, until: 100 } as const;
const FORMAT_AT = 18;
const ROLLBACK_JOURNAL = 1;

/** The database was closed as one file. Only while nothing in this process has it open. */
export function markClean(folder: string, rows: number | null = null): void {
  const path = join(folder, DATABASE_FILE);
  const { size, ino, mtimeMs } = statSync(path);
  write(folder, { size, ino, mtimeMs, header: headerOf(path).toString('hex'), rows });
}

/** The database is open, or a checkpoint has just written to it. A disk with no room for the note keeps none. */
export function markOpen(folder: string): void {
  try {
    const found = statSync(join(folder, DATABASE_FILE), { throwIfNoEntry: false });
    write(folder, { size: RUNNING, ...(found && { ino: found.ino, mtimeMs: found.mtimeMs }) });
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
  const mark = read(folder);
  const log = walIsThere(`${path}-wal`);
  if (mark === null) return { ended: log ? 'killed' : 'unknown' };
  const now = statSync(path);
  const isSameFile = mark.ino === undefined || mark.ino === now.ino;
  // To the millisecond: what restores a file's time seldom restores more.
  const isSameTime = mark.mtimeMs === undefined || Math.abs(mark.mtimeMs - now.mtimeMs) < 1;
  if (mark.size === RUNNING) {
    if (log) return { ended: 'killed' };
    if (isOfRollbackJournal(path)) return { ended: 'changed', rows: null }; // none that we have written
    return { ended: isSameFile && !isSameTime ? 'brought in' : 'log lost' };
  }
  const isSameHeader = mark.header === undefined || mark.header === headerOf(path).toString('hex');
  // In a folder that was copied or unpacked elsewhere every file is another one, of another time.
  const isAsItWas = !log && mark.size === now.size && isSameHeader && (isSameTime || !isSameFile);
  return isAsItWas ? { ended: 'clean' } : { ended: 'changed', rows: mark.rows ?? null };
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

function write(folder: string, mark: Mark): void {
  const partial = join(folder, `${MARK_FILE}.partial`);
  // Flushed, and whole or not at all: half a note after a power cut would tell of a log that was lost.
  writeFileSync(partial, JSON.stringify(mark), { flush: true });
  renameSync(partial, join(folder, MARK_FILE));
}

function read(folder: string): Mark | null {
  if (!isMarked(folder)) return null;
  try {
    const mark = JSON.parse(readFileSync(join(folder, MARK_FILE), 'utf8')) as Mark | null;
    return typeof mark?.size === 'number' ? mark : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
