import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolder } from '../../../../base/make-folder.ts';
import { isDiskTrouble } from '../../sqlite/database.ts';
import { walIsThere } from '../carve/wal.ts';
import { DATABASE_FILE, dropMark, wasClosed } from '../folder/last-stop.ts';
import { BACKUP_FOLDER, listBackups, markForeign } from './backup.ts';

const ASIDE_LOG = /^weatherglass-.+\.db-wal$/;

/**
 * Takes a closed history out of the way, its backups with it, so that the next start begins a new one. Returns the name that it is kept under,
 * and why its backups had to stay where they are; null where they went along.
 */
export function setAside(folder: string, label: string) {
  const name = `weatherglass-${label}.db`;
  // The backups first: left behind by a crash, they would be taken for those of a lost database.
  const backupsStay = partFromBackups(folder, label);
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
export function bringLogBack(folder: string): void {
  const path = join(folder, DATABASE_FILE);
  if (!existsSync(path) || walIsThere(`${path}-wal`) || wasClosed(folder)) return;
  const ahead = readdirSync(folder).filter(
    (name) => ASIDE_LOG.test(name) && !existsSync(join(folder, name.slice(0, -'-wal'.length))),
  );
  if (ahead.length === 1) renameSync(join(folder, ahead[0]!), `${path}-wal`);
}

/**
 * Moves the backups into a folder within theirs, which may be the mount point of a disk or a link to one. A disk that is full, read-only or
 * somebody else's is no reason not to measure: they stay, and are known as strangers. Files under the same label are from an earlier try, and are
 * replaced.
 */
function partFromBackups(folder: string, label: string): string | null {
  const backups = join(folder, BACKUP_FOLDER);
  const within = join(backups, label);
  const files = listBackups(backups);
  if (files.length === 0) return null;
  try {
    rmSync(within, { recursive: true, force: true });
    makeFolder(within);
    for (const file of files) renameSync(file, join(within, basename(file)));
    return null;
  } catch (error) {
    if (!isDiskTrouble(error)) throw error;
    markForeign(folder, files);
    return (error as Error).message;
  }
}
