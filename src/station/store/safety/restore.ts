import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../../make-folder.ts';
import { openReadOnly } from '../database.ts';
import { backupTo } from './backup.ts';
import { DATABASE_FILE } from './clean-mark.ts';
import { freeName } from './free-name.ts';
import { FolderLock } from './lock.ts';
import { finishSwap, swapIn } from './swap.ts';

/**
 * Puts a backup in place of the database. Refuses while a station runs there. The copy is complete and checked before the old
 * database moves aside, so whatever interrupts it leaves one of the two in its place.
 */
export async function restoreFrom(
  source: string,
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
    const db = openReadOnly(source);
    try {
      await backupTo(db, fresh, { signal: new AbortController().signal, progress });
    } finally {
      db.close();
    }
    const stamp = new Date(nowS * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
    const aside = existsSync(path) ? freeName(`${path}.before-restore-${stamp}`) : null;
    swapIn(folder, { fresh, path, aside, finding: null });
    return { aside };
  } finally {
    lock.release();
  }
}
