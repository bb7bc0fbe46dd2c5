import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, isDiskTrouble, openDatabase, openReadOnly, sqliteCode } from '../database.ts';
import { newerSchemaText, type SchemaFinding, whichSchema } from '../migrations/which-schema.ts';
import type { Retention } from '../rows/tiers.ts';
import { listBackups } from './backup.ts';
import { readWal, walIsThere } from './carve.ts';
import { damageOf } from './check-database.ts';
import { FolderLock, StoreRefusal } from './lock.ts';
import { mergeBackup, newestGood, type SalvageReport, salvage, settle } from './salvage.ts';

export const DATABASE_FILE = 'weatherglass.db';
export const BACKUP_FOLDER = 'backups';
const CLEAN_FILE = 'weatherglass.clean';

interface Clean {
  size: number;
  mtimeMs: number;
}

const stateOf = (path: string): Clean | null => {
  const info = statSync(path, { throwIfNoEntry: false });
  return info ? { size: info.size, mtimeMs: info.mtimeMs } : null;
};

/** After a clean close the whole database is one file; its size and time say at the next start that nobody touched it. */
export function markClean(folder: string): void {
  const state = stateOf(join(folder, DATABASE_FILE));
  if (state) writeFileSync(join(folder, CLEAN_FILE), JSON.stringify(state));
}

function wasClosedClean(folder: string): boolean {
  const mark = join(folder, CLEAN_FILE);
  if (!existsSync(mark)) return false;
  const now = stateOf(join(folder, DATABASE_FILE));
  try {
    const then = JSON.parse(readFileSync(mark, 'utf8')) as Clean;
    return now !== null && now.size === then.size && now.mtimeMs === then.mtimeMs;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * Takes a closed history out of the way, its backups with it, so that the next start begins a new one. Returns the name it is
 * kept under.
 */
export function setAside(folder: string, label: string): string {
  const name = `weatherglass-${label}.db`;
  renameSync(join(folder, DATABASE_FILE), join(folder, name));
  if (existsSync(join(folder, BACKUP_FOLDER))) {
    renameSync(join(folder, BACKUP_FOLDER), join(folder, `${BACKUP_FOLDER}-${label}`));
  }
  rmSync(join(folder, CLEAN_FILE), { force: true });
  return name;
}

/** What the start found, in words for a person; null when all was well. */
export interface StartFinding {
  severity: 'warn' | 'error';
  text: string;
  salvage: SalvageReport | null;
}

export interface OpenedFolder {
  db: Database;
  lock: FolderLock;
  finding: StartFinding | null;
}

/** Takes the folder, checks what lies in it, repairs what is damaged, and opens the database. */
export function openFolder(folder: string, nowS: number, retention: Retention): OpenedFolder {
  let lock: FolderLock;
  try {
    mkdirSync(folder, { recursive: true });
    lock = new FolderLock(folder);
  } catch (error) {
    throw refusalFor(folder, error);
  }
  try {
    refuseNewer(join(folder, DATABASE_FILE));
    const finding = examine(folder, nowS, retention);
    const db = openDatabase(join(folder, DATABASE_FILE));
    // A first entry in the log: from now on a missing log means that it was lost.
    db.prepare("INSERT OR REPLACE INTO job (name, started_ts, state) VALUES ('opened', ?, '{}')").run(nowS);
    rmSync(join(folder, CLEAN_FILE), { force: true });
    return { db, lock, finding };
  } catch (error) {
    lock.release();
    throw refusalFor(folder, error);
  }
}

/** Before anything touches it: a file of a later program is left to the byte as it is. */
function refuseNewer(path: string): void {
  const schema = schemaIn(path);
  if (schema?.kind !== 'newer') return;
  throw new StoreRefusal(
    `The database ${path} ${newerSchemaText(schema.version)}: update the program, or bring back a backup made by this one with "weatherglass restore".`,
  );
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
    if (sqliteCode(error) === null) throw error;
    return { kind: 'odd' };
  }
}

function examine(folder: string, nowS: number, retention: Retention): StartFinding | null {
  const path = join(folder, DATABASE_FILE);
  const backups = listBackups(join(folder, BACKUP_FOLDER));
  const wal = `${path}-wal`;
  if (!existsSync(path)) {
    if (newestGood(backups) === null) return null; // a first start
    return told(salvage(path, 'the database file is missing', backups, '', retention, nowS));
  }
  if (wasClosedClean(folder) && !((stateOf(wal)?.size ?? 0) > 0)) return null;
  const damage =
    damageOf(path) ??
    (readWal(wal).damaged ? 'the log of the newest commits does not add up' : null) ??
    (schemaIn(path)?.kind === 'odd' ? 'its tables are not those of its schema number' : null);
  if (damage !== null) {
    const stamp = new Date(nowS * 1000).toISOString().slice(0, 19).replaceAll(':', '');
    return told(salvage(path, damage, backups, join(folder, `damaged-${stamp}`), retention, nowS));
  }
  return walIsThere(wal) ? null : afterLostLog(path, backups, retention);
}

/** The main file is sound, but what was committed since the last checkpoint was in a log that is gone. */
function afterLostLog(path: string, backups: readonly string[], retention: Retention): StartFinding {
  const backup = newestGood(backups);
  const db = openDatabase(path);
  try {
    const rows = backup === null ? 0 : mergeBackup(db, backup);
    settle(db, retention);
    const merged = rows > 0 ? ` ${rows} rows were brought back from the backup.` : '';
    return {
      severity: 'warn',
      text: `The last stop was not clean and the log of the newest commits is missing; some hours before it may be lost.${merged}`,
      salvage: null,
    };
  } finally {
    db.close();
  }
}

function told(report: SalvageReport): StartFinding {
  const parts = [`The database was damaged (${report.damage}).`];
  parts.push(report.rows > 0 ? `${report.rows} rows were saved from it.` : 'Nothing in it could be read.');
  if (report.backup !== null) parts.push(`The newest good backup gave ${report.fromBackup} more.`);
  else parts.push('There was no good backup.');
  if (report.aside !== null) parts.push(`The damaged file is kept in ${report.aside}.`);
  return { severity: 'error', text: parts.join(' '), salvage: report };
}

function refusalFor(folder: string, error: unknown): unknown {
  if (error instanceof StoreRefusal) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (/^(EACCES|EPERM|EROFS|ENOENT)$/.test(code) || (isDiskTrouble(error) && !/FULL/.test(code))) {
    return new StoreRefusal(
      `The data folder ${folder} cannot be written (${code}): give it to the user who runs the station, or choose another with --data.`,
    );
  }
  if (code === 'ENOSPC' || /FULL/.test(code)) {
    return new StoreRefusal(`The disk of the data folder ${folder} is full: free some space and start again.`);
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StoreRefusal(`The data folder ${folder} is not a folder: choose another with --data.`);
  }
  return error;
}
