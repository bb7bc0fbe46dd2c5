import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freeName } from '../../../../base/free-name.ts';
import { makeFolder } from '../../../../base/make-folder.ts';
import { type Database, openReadOnly } from '../../sqlite/database.ts';
import { DATABASE_FILE } from '../folder/last-stop.ts';
import { FolderLock } from '../folder/lock.ts';
import { finishSwap, swapIn } from '../folder/swap.ts';
import { backupTo, stampOf } from './backup.ts';

/**
 * Puts a backup in place of the database. Refuses while a station runs there. The copy is complete and checked before the old
 * database moves aside, so whatever interrupts it leaves one of the two in its place. `asOwner` runs all that is done in the folder
 * with the rights of its owner; the backup may be one that only the caller can read.
 */
export async function restoreFrom(
  source: string,
  folder: string,
  nowS: number,
  progress: (share: number) => void,
  asOwner: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): Promise<{ aside: string | null }> {
  const db = openReadOnly(source);
  try {
    db.prepare('SELECT count(*) FROM sqlite_master').get(); // opens what a database with a log has beside it, too
    return await asOwner(() => putInPlace(db, folder, nowS, progress));
  } finally {
    db.close();
  }
}

async function putInPlace(
  db: Database,
  folder: string,
  nowS: number,
  progress: (share: number) => void,
): Promise<{ aside: string | null }> {
  makeFolder(folder);
  const lock = new FolderLock(folder);
  try {
    finishSwap(folder);
    const path = join(folder, DATABASE_FILE);
    const fresh = `${path}.restored`;
    await backupTo(db, fresh, { signal: new AbortController().signal, progress });
    const aside = existsSync(path) ? freeName(`${path}.before-restore-${stampOf(nowS)}`) : null;
    swapIn(folder, { fresh, path, aside, finding: null });
    return { aside };
  } finally {
    lock.release();
  }
}
