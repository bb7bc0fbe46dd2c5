import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { HOUR_S } from '../../../../base/durations.ts';
import type { HeavyHandle } from '../../../../base/heavy-handle.ts';
import { makeFolder } from '../../../../base/make-folder.ts';
import { unlessRefused } from '../../../../base/system-error.ts';
import { putWhole } from '../../../../base/whole-file.ts';
import { type Database, openBare, openReadOnly, removeDatabase, using } from '../../sqlite/database.ts';
import { newerSchemaText, whichSchema } from '../../sqlite/which-schema.ts';
import { readNote, writeNote } from '../folder/note-file.ts';
import { damageOf, damageOfCopy } from '../integrity/check-database.ts';

export const BACKUP_FOLDER = 'backups';

const NAME = /^weatherglass-\d{8}-\d{6}\.db$/;
/** Name of an incomplete backup. */
const BEGUN = /^weatherglass-\d{8}-\d{6}\.db\.partial(-|$)/;
/** Pages copied per turn of the event loop: half a megabyte, a few milliseconds. */
const PAGES_PER_TURN = 512;

/** Note in the data folder with the names of backups that are not of its history. */
const STRANGERS = 'weatherglass.strangers';
const strangersIn = (folder: string): string[] => {
  const noted = readNote<string[]>(folder, STRANGERS);
  return Array.isArray(noted) ? noted : []; // a bad card leaves anything
};

/** Marks backups of a history that was set aside, on a disk that let them be moved nowhere: no other is rebuilt from them. */
export const markForeign = (folder: string, backups: readonly string[]): void =>
  writeNote(folder, STRANGERS, [...strangersIn(folder), ...backups.map((path) => basename(path))]);

/** Backups of the history in this folder, newest first; none where the folder cannot be read. */
export const listBackups = (folder: string): string[] =>
  unlessRefused(() => {
    const strangers = strangersIn(dirname(folder));
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => NAME.test(entry.name) && (entry.isFile() || entry.isSymbolicLink()))
      .flatMap(({ name }) => (strangers.includes(name) ? [] : [join(folder, name)]))
      .sort()
      .reverse();
  }) ?? [];

/**
 * SQLite's online backup into a file of its own, opened and checked before it gets its name: whatever carries that name is a good
 * copy. Rows written meanwhile are part of it or not, but never half.
 */
export async function backupTo(db: Database, target: string, { signal, progress }: HeavyHandle): Promise<number> {
  const partial = `${target}.partial`;
  removeDatabase(partial);
  try {
    await db.backup(partial, {
      progress: ({ totalPages, remainingPages }) => {
        signal.throwIfAborted();
        progress(totalPages === 0 ? 0 : 1 - remainingPages / totalPages);
        return PAGES_PER_TURN;
      },
    });
    // A copy says of itself that it has a log beside it; without that word it can be read, moved and checked as the one file it is.
    using(openBare(partial), (copy) => copy.pragma('journal_mode = DELETE'));
    const damage = await damageOfCopy(partial, signal);
    if (damage !== null) throw Object.assign(new Error(`the copy is not sound: ${damage}`), { code: 'SQLITE_CORRUPT' });
    putWhole(partial, target);
    progress(1);
    return statSync(target).size;
  } finally {
    removeDatabase(partial);
  }
}

/** `YYYYMMDD-HHMMSS` in UTC, so that names sort by time whatever the zone does. */
export const stampOf = (tS: number): string =>
  new Date(tS * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');

const backupName = (tS: number): string => `weatherglass-${stampOf(tS)}.db`;

/** The time in a backup's name. */
export const backupTimeS = (path: string): number =>
  Date.parse(basename(path).replace(/^.*-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.db$/, '$1-$2-$3T$4:$5:$6Z')) / 1000;

/** When a backup is made, and whether something better than the machine's own clock vouches for that; absent: nothing does. */
export interface BackupTime {
  nowS: number;
  confirmed?: boolean;
}

/**
 * The time for the name of the next backup: later than all others, because the newest name is the one that is restored and stays.
 * Backups of a clock that ran ahead give way to a time that is sure; of an unsure one they are only passed, by a second.
 */
function timeForName(folder: string, { nowS, confirmed }: BackupTime): number {
  const ahead = listBackups(folder).filter((path) => backupTimeS(path) > nowS);
  if (ahead.length === 0) return nowS;
  if (!confirmed) return backupTimeS(ahead[0]!) + 1;
  let freeS = nowS - 1;
  for (const path of ahead) {
    while (existsSync(join(folder, backupName(freeS)))) freeS -= 1;
    renameSync(path, join(folder, backupName(freeS)));
  }
  return nowS;
}

export async function nightlyBackup(
  db: Database,
  folder: string,
  keep: number,
  time: BackupTime,
  handle: HeavyHandle,
): Promise<{ path: string; bytes: number }> {
  makeFolder(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (BEGUN.test(entry.name) && !entry.isDirectory()) rmSync(join(folder, entry.name), { force: true });
  const path = join(folder, backupName(timeForName(folder, time)));
  const bytes = await backupTo(db, path, handle);
  for (const old of listBackups(folder).slice(Math.max(1, keep))) rmSync(old, { force: true });
  return { path, bytes };
}

/** Summary of a backup, shown before a restore replaces anything. Throws if it is not a database of ours. */
export function describeBackup(path: string): { samples: number; lastTs: number | null } {
  const damage = damageOf(path);
  if (damage !== null) throw new Error(damage);
  return using(openReadOnly(path), (db) => {
    const schema = whichSchema(db);
    if (schema.kind === 'newer') throw new Error(`it ${newerSchemaText(schema.version)}`);
    if (schema.kind === 'odd') throw new Error('its tables are not those of a weather station');
    return db
      .prepare<[], { samples: number; lastTs: number | null }>(
        // Closed hours are counted in the fold; the open one, and the whole of a young history, only in the rows themselves.
        `SELECT coalesce((SELECT sum(n) FROM hourly), 0) +
           (SELECT count(*) FROM sample WHERE ts_ms >= coalesce((SELECT max(ts) + ${HOUR_S} FROM hourly), 0) * 1000) samples,
         (SELECT max(ts_ms) / 1000.0 FROM sample) lastTs`,
      )
      .get()!;
  });
}
