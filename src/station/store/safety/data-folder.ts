import { existsSync, lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../../make-folder.ts';
import { sentence } from '../../../words/sentence.ts';
import { type Database, isDiskTrouble, openDatabase, openReadOnly, PAGE_BYTES, sqliteCode } from '../database.ts';
import { SCHEMA_VERSION } from '../migrations/migrate.ts';
import { newerSchemaText, type SchemaFinding, whichSchema } from '../migrations/which-schema.ts';
import type { Retention } from '../rows/tier.ts';
import { listBackups } from './backup.ts';
import { damageOf } from './check-database.ts';
import { DATABASE_FILE, dropMark, isMarked, markOpen, wasClosedClean } from './clean-mark.ts';
import { closeClean } from './close-clean.ts';
import { FolderLock, StoreRefusal } from './lock.ts';
import { mergeFrom } from './merge.ts';
import { asideFolder, newestGood, salvage } from './salvage.ts';
import { settle } from './settle.ts';
import { shapesOf } from './shapes.ts';
import { estrange } from './strangers.ts';
import { findingOf, finishSwap, type StartFinding, swapIn } from './swap.ts';
import { readWal, walIsThere } from './wal.ts';

export const BACKUP_FOLDER = 'backups';

/** The name a history is kept under, and why its backups had to stay where they are; null where they went along. */
export interface SetAside {
  name: string;
  backupsStay: string | null;
}

const ASIDE_LOG = /^weatherglass-.+\.db-wal$/;

/** Takes a closed history out of the way, its backups with it, so that the next start begins a new one. */
export function setAside(folder: string, label: string): SetAside {
  const name = `weatherglass-${label}.db`;
  // The backups first: left behind by a crash, they would be taken for those of a lost database.
  const backupsStay = existsSync(join(folder, BACKUP_FOLDER)) ? partFromBackups(folder, label) : null;
  // Its log, where the disk was too full to be rid of it, before it: beside no database it would be taken for what a lost one has left.
  // A cut between the two is known by a log that went ahead of its database: see `bringLogBack`.
  const [path, aside] = [join(folder, DATABASE_FILE), join(folder, name)];
  if (walIsThere(`${path}-wal`)) renameSync(`${path}-wal`, `${aside}-wal`);
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
  renameSync(path, aside);
  dropMark(folder); // a mark without a database tells of one that was lost
  return { name, backupsStay };
}

/**
 * A set-aside that was cut short behind its log: the log comes back, and whoever begins a new history sets both aside again. It
 * needs no room, which is what such a disk has not. Not where the database was closed as one file: no log was its own.
 */
function bringLogBack(folder: string): void {
  const path = join(folder, DATABASE_FILE);
  if (!existsSync(path) || walIsThere(`${path}-wal`) || wasClosedClean(folder)) return;
  const ahead = readdirSync(folder).filter(
    (name) => ASIDE_LOG.test(name) && !existsSync(join(folder, name.slice(0, -'-wal'.length))),
  );
  if (ahead.length === 1) renameSync(join(folder, ahead[0]!), `${path}-wal`);
}

/** A disk of their own may be full, read-only or somebody else's: no reason not to measure. They stay, and are known as strangers. */
function partFromBackups(folder: string, label: string): string | null {
  const backups = join(folder, BACKUP_FOLDER);
  try {
    setBackupsAside(backups, label);
    return null;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!isDiskTrouble(error) && !/^(EACCES|EPERM)$/.test(code)) throw error;
    estrange(folder, backups);
    return message;
  }
}

/**
 * One that is a disk of its own, or comes from a lower layer of the file system, takes no other name, and a link to such a disk is to lead
 * there tomorrow as well: there its files go into a folder in it. What lies under that label already was of an earlier try, and is replaced.
 */
function setBackupsAside(backups: string, label: string): void {
  const [beside, within] = [`${backups}-${label}`, join(backups, label)];
  for (const old of [beside, within]) rmSync(old, { recursive: true, force: true });
  if (!lstatSync(backups).isSymbolicLink() && renamed(backups, beside)) return;
  const files = readdirSync(backups, { withFileTypes: true }).filter((entry) => entry.isFile());
  makeFolder(within);
  for (const { name } of files) renameSync(join(backups, name), join(within, name));
}

/** False where it is the file system that takes no other name. */
function renamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (!/^(EXDEV|EBUSY)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
}

export interface OpenedFolder {
  db: Database;
  lock: FolderLock;
  finding: StartFinding | null;
}

/** Nobody else has it from now on. */
export function takeFolder(folder: string): FolderLock {
  try {
    makeFolder(folder);
    return new FolderLock(folder);
  } catch (error) {
    throw refusalFor(folder, error);
  }
}

/**
 * What may take minutes: looks at what lies in the folder, repairs what is damaged, brings an older schema up to date. For whoever
 * holds the lock, or for a thread of his.
 */
export function prepareFolder(folder: string, nowS: number, retention: Retention): StartFinding | null {
  try {
    rmSync(join(folder, `${DATABASE_FILE}.sums`), { force: true }); // page checksums of an older program
    const told = finishSwap(folder);
    bringLogBack(folder);
    const finding = examine(folder, nowS, retention) ?? told;
    migrateAhead(folder);
    return finding;
  } catch (error) {
    throw refusalFor(folder, error);
  }
}

/** Opens what was prepared. */
export function openPrepared(
  folder: string,
  lock: FolderLock,
  finding: StartFinding | null,
  nowS: number,
): OpenedFolder {
  try {
    const db = beginLog(openDatabase(join(folder, DATABASE_FILE)), folder, nowS);
    return { db, lock, finding };
  } catch (error) {
    throw refusalFor(folder, error);
  }
}

/** All of it at once. */
export function openFolder(folder: string, nowS: number, retention: Retention): OpenedFolder {
  const lock = takeFolder(folder);
  try {
    return openPrepared(folder, lock, prepareFolder(folder, nowS, retention), nowS);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A first entry in the log: from now on a missing log means that it was lost. */
export function beginLog(db: Database, folder: string, nowS: number): Database {
  try {
    db.prepare("INSERT OR REPLACE INTO job (name, started_ts, state) VALUES ('opened', ?, '{}')").run(nowS);
    markOpen(folder);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Steps over a big table take their time, too. One that is up to date is not touched. */
function migrateAhead(folder: string): void {
  const path = join(folder, DATABASE_FILE);
  const schema = schemaIn(path);
  if (schema?.kind !== 'known' || schema.version === SCHEMA_VERSION) return;
  const db = openDatabase(path);
  closeClean(db, folder); // a kill from here on leaves one closed file
}

/** Null where there is nothing to read; a file that cannot be read as a database is `odd`. */
function schemaIn(path: string): SchemaFinding | null {
  if (!existsSync(path)) return null;
  try {
    const db = openReadOnly(path);
    try {
      return whichSchema(db);
    } finally {
      db.close();
    }
  } catch (error) {
    // A disk that has no room for the index of a log says nothing about the database.
    if (sqliteCode(error) === null || isDiskTrouble(error)) throw error;
    return { kind: 'odd' };
  }
}

/** As much is checked at every start; a larger one that was closed in order is left to the patrol, which reads it while the station runs. */
const CHECKED_BYTES = 8 * 1024 * 1024;

function examine(folder: string, nowS: number, retention: Retention): StartFinding | null {
  const path = join(folder, DATABASE_FILE);
  const backups = listBackups(join(folder, BACKUP_FOLDER));
  const wal = `${path}-wal`;
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  // Not for SQLite to see: beside a database that it makes anew, or that is empty, it throws the log away.
  if (size === undefined || size < PAGE_BYTES) {
    if (!walIsThere(wal) && !isMarked(folder) && newestGood(backups) === null) return null; // a first start, or one cut short
    const damage = size === undefined ? 'the database file is missing' : 'the file was cut short';
    return rescue(folder, damage, backups, retention, nowS);
  }
  const schema = schemaIn(path);
  if (schema?.kind === 'newer') {
    // Before anything touches it: a file of a later program is left to the byte as it is.
    throw new StoreRefusal(
      `The database ${path} ${newerSchemaText(schema.version)}: update the program, or bring back a backup made by this one with "weatherglass restore".`,
    );
  }
  const clean = wasClosedClean(folder);
  const damage =
    (clean && size > CHECKED_BYTES ? null : damageOf(path)) ??
    (readWal(wal).damaged ? 'the log of the newest commits does not add up' : null) ??
    (schema?.kind === 'odd' ? 'its tables are not those of its schema number' : null);
  if (damage !== null) return rescue(folder, damage, backups, retention, nowS);
  return clean || walIsThere(wal) ? null : afterLostLog(path, backups, retention);
}

/** The main file is sound, but what was committed since the last checkpoint was in a log that is gone. */
function afterLostLog(path: string, backups: readonly string[], retention: Retention): StartFinding {
  const backup = newestGood(backups);
  const db = openDatabase(path);
  try {
    const tables = shapesOf(SCHEMA_VERSION).keys();
    const rows = backup === null ? 0 : mergeFrom(db, backup, tables, 'newer');
    settle(db, retention);
    return findingOf('warn', sentence('database.log-lost', { rows }));
  } finally {
    db.close();
  }
}

/** Builds the database anew and puts it in place; the damaged files go aside, untouched. */
function rescue(
  folder: string,
  damage: string,
  backups: readonly string[],
  retention: Retention,
  nowS: number,
): StartFinding {
  const path = join(folder, DATABASE_FILE);
  const aside = existsSync(path) || existsSync(`${path}-wal`) ? asideFolder(folder, nowS) : null;
  const { fresh, report } = salvage({ path, damage, backups, retention, nowS, aside });
  const finding = findingOf('error', sentence('database.salvaged', report), report);
  swapIn(folder, { fresh, path, aside: aside && join(aside, DATABASE_FILE), finding });
  return finding;
}

function refusalFor(folder: string, error: unknown): unknown {
  if (error instanceof StoreRefusal) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || /FULL/.test(code)) {
    return new StoreRefusal(`The disk of the data folder ${folder} is full: free some space and start again.`);
  }
  if (/^(EACCES|EPERM|EROFS|ENOENT)$/.test(code) || isDiskTrouble(error)) {
    return new StoreRefusal(
      `The data folder ${folder} cannot be written (${code}): give it to the user who runs the station, or choose another with --data.`,
    );
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StoreRefusal(`The data folder ${folder} is not a folder: choose another with --data.`);
  }
  return error;
}
