import { rmSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { migrate, SCHEMA_VERSION } from './migrations/migrate.ts';
import type { Turnstile } from './turnstile.ts';

export type Database = SqliteDatabase.Database;
export type Statement<P extends unknown[], R = unknown> = SqliteDatabase.Statement<P, R>;

/** Code of an error of SQLite; null for any other error. */
export const sqliteCode = (error: unknown): string | null =>
  error instanceof SqliteDatabase.SqliteError ? error.code : null;

/** Error code of SQLite or the file system, also through a worker thread. */
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? '';

/**
 * Whether an error means damaged bytes: the file was cut short, or the card returns wrong ones or none. A fault of the data and not of
 * the disk's state: trying again does not help.
 */
export const isDamage = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB|IOERR_(SHORT_READ|READ|DATA|CORRUPTFS))/.test(codeOf(error));

/** The disk has no room, or the user no more of it. */
export const isDiskFull = (error: unknown): boolean =>
  /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)/.test(codeOf(error));

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** A trigger of another program keeps this write out: ours raise nothing. */
export const isTheirs = (error: unknown): boolean => codeOf(error) === 'SQLITE_CONSTRAINT_TRIGGER';

/** The disk has no room or refuses, or a trigger does: a condition of the place, which may pass, and not of the data. */
export const isDiskTrouble = (error: unknown): boolean =>
  isTheirs(error) ||
  (!isDamage(error) &&
    /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN|PERM)|(ENOSPC|EDQUOT|EROFS|EIO|EACCES|EPERM)$)/.test(codeOf(error)));

/** Result of the work; null in place of an error of this kind. */
export function unless<T>(isOfKind: (error: unknown) => boolean, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (!isOfKind(error)) throw error;
    return null;
  }
}

/** False where the disk refused it. */
export const unlessInTrouble = (work: () => void): boolean =>
  unless(isDiskTrouble, () => {
    work();
    return true;
  }) ?? false;

/** Another connection writes just now: nothing is wrong, and it is soon over. */
export const isBusy = (error: unknown): boolean => /^SQLITE_BUSY/.test(codeOf(error));

/** SQLite makes no sense of a file: it is damaged, or has not our tables. A lock and the state of the disk say nothing about it. */
export const isUnreadable = (error: unknown): boolean =>
  sqliteCode(error) !== null && !isDiskTrouble(error) && !isBusy(error);

/** A name in SQL; others may have named theirs anything. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Column of a table. `notnull`: 1 where it must have a value; `pk`: its place in the key, 0 where it is none of it. */
export interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

export const columnsOf = (db: Database, table: string): Column[] =>
  db.prepare<[string], Column>('SELECT name, type, "notnull", pk FROM pragma_table_info(?, \'main\')').all(table);

/** Insert into these columns of a table; `verb`: nothing, or what to do with a row of the same key. */
export const insertInto = (
  db: Database,
  verb: '' | 'OR REPLACE' | 'OR IGNORE',
  table: string,
  names: readonly string[],
) =>
  db.prepare<unknown[]>(
    `INSERT ${verb} INTO main.${table} (${names.map(quoted).join(', ')}) VALUES (?${', ?'.repeat(names.length - 1)})`,
  );

export const openReadOnly = (path: string): Database =>
  new SqliteDatabase(path, { readonly: true, fileMustExist: true });

/** Closes the connection behind the work. */
export function using<T>(db: Database, work: (db: Database) => T): T {
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** A connection without a schema and without pragmas: for locks and for salvage, which bring their own. */
export const openBare = (path: string): Database => new SqliteDatabase(path);

/** A database with all that may lie beside it, the database first. */
export const FILE_ENDS = ['', '-wal', '-shm', '-journal'] as const;
export function removeDatabase(path: string): void {
  for (const end of FILE_ENDS) rmSync(path + end, { force: true });
}

/** Page size: three samples or one folded row fill a page. A commit of fifteen samples writes 9 kB of log instead of 25. */
export const PAGE_BYTES = 1024;

/**
 * Write-ahead log, so that readers and the backup never wait for a commit; FULL, so that a commit that returned has reached the
 * disk.
 */
export function openDatabase(path: string, version = SCHEMA_VERSION): Database {
  const db = new SqliteDatabase(path);
  try {
    db.pragma(`page_size = ${PAGE_BYTES}`); // of a new file
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    tune(db);
    db.pragma('foreign_keys = ON');
    migrate(db, version);
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

function tune(db: Database): void {
  db.pragma('wal_autocheckpoint = 0'); // see rescue/folder/log.ts
  db.pragma('journal_size_limit = 4194304');
  db.pragma('temp_store = MEMORY');
  db.pragma('cache_size = -8000');
}

/** Busy timeout of the sampling thread. Another connection's transaction takes some five milliseconds. */
const SAMPLING_WAITS_MS = 50;

/** Retry of transactions beside another connection's; alone they just begin. */
const passes = new WeakMap<Database, <T>(work: () => T) => T>();

/** Priority of the sampling connection: checkpoints are a heavy job's, and workers beside it let it write first. */
export function writeFirst(db: Database, turnstile: Turnstile): void {
  db.pragma(`busy_timeout = ${SAMPLING_WAITS_MS}`);
  passes.set(db, (work) => turnstile.first(work));
}

/** Busy timeout of a heavy job: a stop waits for it only briefly, and what a longer lock ends is done again (`jobs/rescue.ts`). */
const JOB_WAITS_MS = 1_000;

/**
 * Connection of a heavy job beside the sampling thread's. After a power cut its last writes are done again. `tidy` runs after each of
 * its transactions.
 */
export function openBeside(path: string, turnstile: Turnstile, tidy: (db: Database) => void = () => {}): Database {
  const db = new SqliteDatabase(path, { fileMustExist: true, timeout: JOB_WAITS_MS });
  db.pragma('synchronous = NORMAL');
  tune(db);
  passes.set(db, (work) => {
    turnstile.giveWay();
    const done = work();
    tidy(db);
    return done;
  });
  return db;
}

export const bytesOf = (db: Database): number =>
  (db.pragma('page_count', { simple: true }) as number) * (db.pragma('page_size', { simple: true }) as number);

/** Size up to which a database is checked whole, not for a limited time: fifteen hours of a young station. */
export const SMALL_BYTES = 8 * 1024 * 1024;

/** Transaction that takes the write lock before it reads, so that its reads still hold when it writes. */
export function inTransaction<T>(db: Database, work: () => T): T {
  const begin = () => db.transaction(work).immediate();
  const pass = passes.get(db);
  return pass ? pass(begin) : begin();
}

/**
 * Runs housekeeping whose loss in a power cut only means doing it again: its commit need not wait for the disk. The order of
 * commits in the log stays, and the next commit of samples waits for all of it.
 */
export const relaxed = <T>(db: Database, work: () => T): T => withSync(db, 'NORMAL', () => inTransaction(db, work));

/** Whether a commit waits for the disk (`FULL`) or not. */
export function withSync<T>(db: Database, level: 'NORMAL' | 'FULL', work: () => T): T {
  const before = db.pragma('synchronous', { simple: true }) as number;
  db.pragma(`synchronous = ${level}`);
  try {
    return work();
  } finally {
    db.pragma(`synchronous = ${before}`);
  }
}

/** A database in memory with the schema of an older program, to learn its tables and columns from. */
export function openScratch(version: number): Database {
  const db = new SqliteDatabase(':memory:');
  migrate(db, version);
  return db;
}
