import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openReadOnly } from '../database.ts';
import { backupTo } from './backup.ts';
import { DATABASE_FILE, markClean } from './data-folder.ts';
import { FolderLock } from './lock.ts';

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
  mkdirSync(folder, { recursive: true });
  const lock = new FolderLock(folder);
  try {
    const path = join(folder, DATABASE_FILE);
    const fresh = `${path}.restored`;
    const db = openReadOnly(source);
    try {
      await backupTo(db, fresh, { signal: new AbortController().signal, progress });
    } finally {
      db.close();
    }
    const stamp = new Date(nowS * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
    const aside = existsSync(path) ? `${path}.before-restore-${stamp}` : null;
    for (const end of ['', '-wal', '-shm']) {
      if (aside !== null && existsSync(path + end)) renameSync(path + end, aside + end);
      else rmSync(path + end, { force: true });
    }
    renameSync(fresh, path);
    markClean(folder);
    return { aside };
  } finally {
    lock.release();
  }
}
