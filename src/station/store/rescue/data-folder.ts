import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../../base/make-folder.ts';
import { type Database, isBusy, isDiskFull, isDiskTrouble, openDatabase } from '../sqlite/database.ts';
import { NoRoom, StoreRefusal } from '../sqlite/store-refusal.ts';
import type { Retention } from '../tiers/tier.ts';
import { bringLogBack } from './backups/set-aside.ts';
import { checkFolder } from './check-folder.ts';
import { DATABASE_FILE, dropDamaged } from './folder/last-stop.ts';
import { FolderLock } from './folder/lock.ts';
import { beginLog } from './folder/log.ts';
import { finishSwap, type StartFinding } from './folder/swap.ts';
import { keepUnreported } from './folder/unreported.ts';
import { closeUntouched } from './integrity/listen.ts';

export interface OpenedFolder {
  db: Database;
  lock: FolderLock;
  finding: StartFinding | null;
}

/** Nobody else has it from now on. */
export const takeFolder = (folder: string): FolderLock =>
  refusing(folder, () => {
    makeFolder(folder);
    return new FolderLock(folder);
  });

/**
 * Slow part of a start, of minutes at worst: checks the folder, repairs damage, brings an older schema up to date. The caller holds the
 * folder's lock, or is a worker thread of the process that does. A database locked by another program is thrown as SQLite's "busy".
 */
export const prepareFolder = (folder: string, nowS: number, retention: Retention): StartFinding | null =>
  refusing(folder, () => {
    const told = finishSwap(folder);
    bringLogBack(folder);
    return checkFolder(folder, nowS, retention) ?? told;
  });

/** Opens the database of the prepared folder. `waitMs`: how long it blocks for a lock that another program holds. */
export const openPrepared = (folder: string, waitMs?: number): Database =>
  refusing(folder, () => {
    keepUnreported(folder);
    return openHome(folder, waitMs);
  });

/**
 * Opens the database of a folder in which everything is in order, for a station. An opening that fails leaves the log beside the file: the note
 * speaks of it still, and a log that we had brought in would look like the work of another program.
 */
export function openHome(folder: string, waitMs = 5_000): Database {
  const db = openDatabase(join(folder, DATABASE_FILE));
  try {
    db.pragma(`busy_timeout = ${waitMs}`);
    beginLog(db, folder);
    dropDamaged(folder);
    return db;
  } catch (error) {
    closeUntouched(db);
    throw error;
  }
}

export const lockedByOthers = (folder: string): StoreRefusal =>
  new StoreRefusal(
    `Another program keeps the database in ${folder} locked (DB Browser, a sqlite3 shell with an open transaction): end it, and start again.`,
  );

/** One sentence for an error that keeps a folder from being used. */
function refusing<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw refusalFor(folder, error);
  }
}

function refusalFor(folder: string, error: unknown): unknown {
  if (error instanceof StoreRefusal || isBusy(error)) return error;
  const { code = '', path = folder, syscall } = error as NodeJS.ErrnoException;
  // SQLite's binding has no code for a missing folder. One that cannot be made never was there.
  if (!existsSync(folder) && (syscall === undefined || (code === 'ENOENT' && syscall !== 'mkdir')))
    return new StoreRefusal(`The data folder ${folder} was removed or moved during the start: start again.`);
  if (isDiskFull(error)) {
    return new NoRoom(`The disk of the data folder ${folder} is full: free some space and start again.`);
  }
  if (code === 'ENOENT' || isDiskTrouble(error)) {
    const what = path === folder ? `The data folder ${folder}` : path;
    return new StoreRefusal(
      `${what} cannot be written (${code}): give it to the user who runs the station, or choose another folder with --data.`,
    );
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StoreRefusal(`The data folder ${folder} is not a folder: choose another with --data.`);
  }
  return error;
}
