import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { never } from '../../../../base/clock.ts';
import { freeName } from '../../../../base/free-name.ts';
import { makeFolder } from '../../../../base/make-folder.ts';
import { putWhole } from '../../../../base/whole-file.ts';
import { type Database, FILE_ENDS, openReadOnly, unlessInTrouble } from '../../sqlite/database.ts';
import { walIsThere } from '../carve/wal.ts';
import { DATABASE_FILE } from '../folder/last-stop.ts';
import { FolderLock } from '../folder/lock.ts';
import { finishSwap, swapIn } from '../folder/swap.ts';
import { standbysIn } from '../folder/waiting.ts';
import { backupTo, stampOf } from './backup.ts';

export interface Restoring {
  /** Runs all that is done in the folder with the rights of its owner; the backup may be one that only the caller can read. */
  asOwner?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Where a station of this folder may have left what waits, beside the folder itself. */
  runtimeFolders?: readonly string[];
}

/** Names under which the replaced history is kept, and what waited for it; null and none where there was nothing. */
export interface Restored {
  aside: string | null;
  waiting: string[];
}

/**
 * Puts a backup in place of the database. Refuses while a station runs there. The copy is complete and checked before the old
 * database moves aside, so whatever interrupts it leaves one of the two in its place. What waits in a standby goes aside with the history
 * it waits for: the next start would add its rows to the restored one.
 */
export async function restoreFrom(
  source: string,
  folder: string,
  nowS: number,
  progress: (share: number) => void,
  { asOwner = (work) => work(), runtimeFolders = [] }: Restoring = {},
): Promise<Restored> {
  const db = openReadOnly(source);
  try {
    db.prepare('SELECT count(*) FROM sqlite_master').get(); // opens what a database with a log has beside it, too
    return await asOwner(() => putInPlace(db, [folder, ...runtimeFolders], nowS, progress));
  } finally {
    db.close();
  }
}

async function putInPlace(
  db: Database,
  [folder, ...runtimeFolders]: [string, ...string[]],
  nowS: number,
  progress: (share: number) => void,
): Promise<Restored> {
  makeFolder(folder);
  const locks = [new FolderLock(folder)];
  try {
    finishSwap(folder);
    // A station that began over a full disk holds the folder of its standby alone.
    for (const standby of standbysIn(runtimeFolders)) locks.push(new FolderLock(dirname(standby)));
    const path = join(folder, DATABASE_FILE);
    const fresh = `${path}.restored`;
    await backupTo(db, fresh, { signal: never, progress });
    const asideOf = (old: string): string => freeName(`${old}.before-restore-${stampOf(nowS)}`);
    const isThere = existsSync(path);
    const aside = isThere || walIsThere(`${path}-wal`) ? asideOf(path) : null; // of a lost database the log may be all there is
    const standbys = standbysIn([folder, ...runtimeFolders]).map((from) => ({ path: from, aside: asideOf(from) }));
    swapIn(folder, { fresh, aside, standbys, finding: null });
    return {
      aside: isThere ? aside : aside && `${aside}-wal`,
      waiting: standbys.map((one) => broughtTo(folder, one.aside)),
    };
  } finally {
    for (const lock of locks) lock.release();
  }
}

/**
 * Takes a standby that was set aside in memory, which the next boot empties, to the disk: its log first and away last, so that a file of
 * its name is never without it. Returns where it is.
 */
function broughtTo(folder: string, aside: string): string {
  if (dirname(aside) === folder) return aside;
  const kept = freeName(join(folder, basename(aside)));
  const ends = FILE_ENDS.filter((end) => existsSync(aside + end));
  const isOnDisk = unlessInTrouble(() => {
    for (const end of ends.toReversed()) {
      copyFileSync(aside + end, `${kept}${end}.partial`);
      putWhole(`${kept}${end}.partial`, kept + end);
    }
  });
  if (!isOnDisk) return aside;
  for (const end of ends) rmSync(aside + end);
  return kept;
}
