import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../../../base/make-folder.ts';
import { isDiskTrouble } from '../../sqlite/database.ts';
import { walIsThere } from '../carve/wal.ts';
import { DATABASE_FILE, dropMark, wasClosed } from '../folder/last-stop.ts';
import { BACKUP_FOLDER, markForeign } from './backup.ts';

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
export function bringLogBack(folder: string): void {
  const path = join(folder, DATABASE_FILE);
  if (!existsSync(path) || walIsThere(`${path}-wal`) || wasClosed(folder)) return;
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
    if (!isDiskTrouble(error)) throw error;
    markForeign(folder, backups);
    return (error as Error).message;
  }
}

/**
 * Sets backups aside under a label. A folder that is a mount point or from a lower layer of the file system cannot be renamed, and a link
 * to such a disk should stay: there the files go into a subfolder. Files under the same label are from an earlier try, and are replaced.
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
