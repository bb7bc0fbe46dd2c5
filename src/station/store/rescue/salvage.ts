import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freeName } from '../../../base/free-name.ts';
import { unlessRefused } from '../../../base/system-error.ts';
import { sentence } from '../../../words/sentence.ts';
import { roomFor } from '../disk-room.ts';
import { type Database, openDatabase, openReadOnly, removeDatabase, using } from '../sqlite/database.ts';
import { whichSchema } from '../sqlite/which-schema.ts';
import { Events } from '../tables/events.ts';
import { OwnEnd } from '../tiers/own-end.ts';
import type { Retention } from '../tiers/tier.ts';
import { BACKUP_FOLDER, listBackups } from './backups/backup.ts';
import { carveInto, type Hole } from './carve/carve.ts';
import { beginsAsDatabase, PageFile } from './carve/page-file.ts';
import { rebuildCompensators } from './compensators.ts';
import { DATABASE_FILE, isMarked } from './folder/last-stop.ts';
import { type StartFinding, swapIn } from './folder/swap.ts';
import { damageOf } from './integrity/check-database.ts';
import { findLost, lostWholly } from './lost.ts';
import { complete } from './merge.ts';
import { lossOf } from './salvaged.ts';

export interface SalvageInput {
  path: string;
  damage: string;
  backups: readonly string[];
  retention: Retention;
  nowS: number;
  /** Where the damaged files will go, for the event; null when there are none. */
  aside: string | null;
}

/** Input for a rebuild of the database of a folder. */
export function salvageInput(folder: string, damage: string, nowS: number, retention: Retention): SalvageInput {
  const path = join(folder, DATABASE_FILE);
  const isThere = existsSync(path) || existsSync(`${path}-wal`);
  const aside = isThere ? asideFolder(folder, nowS) : null;
  return { path, damage, backups: listBackups(join(folder, BACKUP_FOLDER)), retention, nowS, aside };
}

/** An empty database with its log, about. */
const SMALLEST_BYTES = 400_000;

/** Free room to build the database of a folder anew: with what a backup fills in, it is about as large as the larger of the two. */
export function roomForRescue(folder: string): number {
  const path = join(folder, DATABASE_FILE);
  const bytesOf = (file: string): number => unlessRefused(() => statSync(file).size) ?? 0;
  const backups = listBackups(join(folder, BACKUP_FOLDER)).map(bytesOf);
  return roomFor(Math.max(SMALLEST_BYTES, bytesOf(path) + bytesOf(`${path}-wal`), ...backups));
}

/** Name of the new database, beside the damaged one. */
export const anewOf = (path: string): string => `${path}.salvage`;

/** Puts the new database in place; the damaged files go aside, untouched. */
export function swapInAnew(folder: string, finding: StartFinding): StartFinding {
  const { aside } = finding.salvage!;
  swapIn(folder, { fresh: anewOf(join(folder, DATABASE_FILE)), aside: aside && join(aside, DATABASE_FILE), finding });
  return finding;
}

/** The newest backup that is sound and that this program can read, or null. */
export const newestGood = (backups: readonly string[]): string | null => backups.find(isGood) ?? null;

/** Whether a database can be used; one that cannot be opened is ignored. */
const isGood = (path: string): boolean =>
  unlessRefused(() => damageOf(path) === null && using(openReadOnly(path), whichSchema).kind === 'known') ?? false;

/** Last write, by the clock that stamped the rows, which need not be that of now. Rows of another century are impossible. */
const lastWrittenS = (path: string): number =>
  Math.max(...[path, `${path}-wal`].map((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) / 1000));

/**
 * Builds the database anew beside the damaged one, from its readable pages and the newest good backup, and counts the losses. The
 * damaged files are only read. The new one is complete when this returns; the caller puts it in place. Returns what its event says.
 */
export function salvage(input: SalvageInput): StartFinding {
  const fresh = anewOf(input.path);
  removeDatabase(fresh);
  const file = new PageFile(input.path);
  try {
    return using(openDatabase(fresh), (db) => build(db, file, input));
  } catch (error) {
    removeDatabase(fresh); // half of one takes the room that a whole one needs
    throw error;
  } finally {
    file.close();
  }
}

/** First byte of a file of which a bad card gives nothing back. */
const ERASED = [0, 0xff];

/** Whether another program has made a file: it is something else than a database, or sound without our tables. */
function isOthers(path: string, { head }: PageFile): boolean {
  if (head.length === 0) return false;
  if (!beginsAsDatabase(head)) return !ERASED.includes(head[0]!);
  return damageOf(path) === null && using(openReadOnly(path), whichSchema).kind === 'odd';
}

function build(
  db: Database,
  file: PageFile,
  { path, damage, backups, retention, nowS, aside }: SalvageInput,
): StartFinding {
  const backup = newestGood(backups);
  db.pragma('synchronous = OFF');
  const carved = carveInto(db, file, Math.max(nowS, lastWrittenS(path)));
  // The backup fills unreadable stretches alone: elsewhere it would bring back deleted rows. Unless the log has holes: then even a
  // sound page may be an old one.
  const isLogLost = file.log.damaged;
  if (isLogLost) new OwnEnd(db).forget();
  const fromBackup = complete(db, backup, carved.holes, isLogLost, retention);
  const rebuilt = rebuildCompensators(db);
  // States of learners that could not be read are told by their names.
  const isUnnamed = ({ table }: Hole): boolean => table !== 'learned' || carved.unread.length === 0;
  const holes = [...carved.holes, ...carved.outdated].filter(isUnnamed);
  const isForeign = carved.rows === 0 && isOthers(path, file);
  const isFirst = isForeign && backup === null && !isMarked(dirname(path));
  const lost = carved.rows > 0 ? findLost(db, holes, file) : isFirst ? [] : lostWholly(db);
  const unread = [...new Set(carved.unread)].filter((name) => !rebuilt.includes(name));
  const report = { damage, rows: carved.rows, fromBackup, backup, aside, lost, rebuilt, unread };
  const kept = isForeign ? 'foreign' : existsSync(path) ? 'file' : 'log'; // a deleted database leaves only its log
  const { detail, said } = sentence('database.salvaged', { ...report, loss: lossOf(report), kept });
  // Before the new database is in its place: no crash can part the two.
  new Events(db).add({ ts: nowS, kind: 'storage', severity: 'error', detail, said, data: { ...report } });
  db.pragma('synchronous = FULL');
  db.pragma('wal_checkpoint(TRUNCATE)');
  return { severity: 'error', text: detail, said, salvage: report };
}

/** A folder name for the files that are set aside at this moment: damaged ones, or those found in the place of ours. */
export const asideFolder = (folder: string, nowS: number, what: 'damaged' | 'found' = 'damaged'): string =>
  freeName(join(folder, `${what}-${new Date(nowS * 1000).toISOString().slice(0, 19).replaceAll(':', '')}`));
