import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../../base/make-folder.ts';
import { sentence } from '../../../words/sentence.ts';
import {
  bytesOf,
  type Database,
  isDamage,
  isDiskFull,
  isUnreadable,
  openBare,
  openDatabase,
  openReadOnly,
  PAGE_BYTES,
  SMALL_BYTES,
  unless,
  using,
} from '../sqlite/database.ts';
import { SCHEMA_VERSION } from '../sqlite/migrations/migrate.ts';
import { remakeTable } from '../sqlite/remake-table.ts';
import { NoRoomToRescue, StoreRefusal } from '../sqlite/store-refusal.ts';
import { unblock } from '../sqlite/their-triggers.ts';
import { newerSchemaText, oursIn, type SchemaFinding, whichSchema } from '../sqlite/which-schema.ts';
import type { Retention } from '../tiers/tier.ts';
import { BACKUP_FOLDER, listBackups } from './backups/backup.ts';
import { beginsAsDatabase } from './carve/page-file.ts';
import { headOf, readWal, walIsThere } from './carve/wal.ts';
import {
  countRows,
  DATABASE_FILE,
  dropMark,
  hasProvedDamaged,
  hasStrayLog,
  isAsLeftOpen,
  isMarked,
  type LastStop,
  lastStop,
} from './folder/last-stop.ts';
import { closeClean } from './folder/log.ts';
import { findingOf, type StartFinding } from './folder/swap.ts';
import { unreportedIn } from './folder/unreported.ts';
import { damageOf, damageOfSmallTables } from './integrity/check-database.ts';
import { changedInWords, changedStretches, forgetSums, heal } from './integrity/row-sums.ts';
import { complete, wholly } from './merge.ts';
import { asideFolder, newestGood, roomForRescue, salvage, salvageInput, swapInAnew } from './salvage.ts';
import { newestIn } from './settle.ts';

interface Folder {
  folder: string;
  path: string;
  backups: readonly string[];
  nowS: number;
  retention: Retention;
}

type Known = Extract<SchemaFinding, { kind: 'known' }>;

/** Every commit that was finished is there: a line for the engineer, nothing for the page. What a full disk refused tears a log, too. */
const TORN_LOG: StartFinding = {
  severity: 'info',
  text: 'The database log ended in the middle of a write: what was being written when the station stopped is lost.',
  said: null,
  salvage: null,
  onlyLogged: true,
};

/** Stop after which the file is taken as it is, whoever wrote it. */
const CHANGED: LastStop = { ended: 'changed', rows: null };

/**
 * Check at the start, before the database is opened: what SQLite calls damaged is rebuilt; what another program changed is taken as it
 * is, and told. The states and their ways are drawn in README.md.
 */
export function checkFolder(folder: string, nowS: number, retention: Retention): StartFinding | null {
  const path = join(folder, DATABASE_FILE);
  const of: Folder = { folder, path, backups: listBackups(join(folder, BACKUP_FOLDER)), nowS, retention };
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  // Before SQLite opens anything: beside a missing or an empty database it would throw the log away.
  if (size === undefined || size < PAGE_BYTES) return withoutDatabase(of, size);
  // Also before: it would read the pages of another database's log into this one.
  let keptLog = hasStrayLog(path) ? setLogAside(of) : null;
  rollBack(path);
  let stop = keptLog === null ? lastStop(folder) : CHANGED;
  if (stop.ended === 'other log') [keptLog, stop] = [setLogAside(of), CHANGED];
  let schema = schemaIn(path);
  if (schema.kind === 'newer' && damageOf(path) === null) {
    throw new StoreRefusal(
      `The database ${path} ${newerSchemaText(schema.version)}: update the program, or bring back a backup made by this one with "weatherglass restore".`,
    );
  }
  const log = readWal(`${path}-wal`);
  const damage =
    damageIn(of, size, stop) ??
    (log.damaged ? 'the log of the newest commits does not add up' : null) ??
    (schema.kind === 'known' ? null : 'its tables are not those of its schema number');
  if (damage !== null) {
    keptLog = log.damaged ? null : setAsideWhatSpoils(of);
    if (keptLog === null) return rebuild(of, damage);
    [schema, stop] = [schemaIn(path), CHANGED];
  }
  return (
    bringUpToDate(of, schema as Known, stop, keptLog) ?? (log.torn && unreportedIn(folder) === null ? TORN_LOG : null)
  );
}

/**
 * Start on a folder whose database is missing (`size` undefined) or holds no whole page. It is a first start where the file holds nothing, and
 * nothing else speaks of a history.
 */
function withoutDatabase(of: Folder, size: number | undefined): StartFinding | null {
  const { folder, path, backups } = of;
  const isFirst = !size && !walIsThere(`${path}-wal`) && !isMarked(folder) && newestGood(backups) === null;
  if (isFirst) {
    if (size !== undefined) openDatabase(path).close();
    return null;
  }
  if (size === undefined) return rebuild(of, 'the database file is missing');
  // Of one that is something else, what SQLite says of a longer one.
  return rebuild(of, beginsAsDatabase(headOf(path, size)) ? 'the file was cut short' : 'file is not a database');
}

/**
 * Damage that a start looks for. `quick_check` takes a second for a hundred megabytes. A large file that only we have written is left
 * to the patrol: SQLite's log keeps it whole over a kill, and a statement that meets a bad page leads to a rescue as well.
 */
function damageIn({ folder, path }: Folder, size: number, { ended }: LastStop): string | null {
  if (size <= SMALL_BYTES || hasProvedDamaged(folder)) return damageOf(path);
  if (ended === 'clean') return null;
  return ended === 'killed' && isAsLeftOpen(folder) ? damageOf(path, damageOfSmallTables) : damageOf(path);
}

/** The log of another database, kept. It has no place beside this one. */
function setLogAside({ folder, path, nowS }: Folder, log = `${path}-wal`): string {
  const aside = asideFolder(folder, nowS);
  makeFolder(aside);
  renameSync(log, join(aside, `${DATABASE_FILE}-wal`));
  rmSync(`${path}-shm`, { force: true });
  return aside;
}

/**
 * Sets aside a sound log that belongs to another database: somebody copied another file over the log's own. Null where the fault is
 * another one. A cut in between is mended by `bringLogBack`.
 */
function setAsideWhatSpoils(of: Folder): string | null {
  const { folder, path } = of;
  if (!walIsThere(`${path}-wal`)) return null;
  const parked = join(folder, 'weatherglass-tried.db-wal');
  renameSync(`${path}-wal`, parked);
  rmSync(`${path}-shm`, { force: true });
  if (damageOf(path) === null && schemaIn(path).kind === 'known') return setLogAside(of, parked);
  renameSync(parked, `${path}-wal`);
  return null;
}

/** Rolls back the transaction of a killed writer of another journal mode: a connection that may write does so when it opens. */
function rollBack(path: string): void {
  if (!existsSync(`${path}-journal`)) return;
  // Damage is found again below.
  unless(isDamage, () => using(openBare(path), (db) => db.prepare('SELECT count(*) FROM sqlite_master').get()));
}

/** A file that cannot be read as a database is `odd`. */
const schemaIn = (path: string): SchemaFinding =>
  unless(isUnreadable, () => using(openReadOnly(path), whichSchema)) ?? { kind: 'odd' };

/** Brings a sound database up to date, by what became of it since we wrote it last. The finding tells the repair. */
function bringUpToDate(of: Folder, schema: Known, stop: LastStop, keptLog: string | null): StartFinding | null {
  const removed = mendSchema(of.path, schema);
  const parts = schema.missing.map(({ name }) => name);
  const isLogLost = stop.ended === 'log lost';
  if (isLogLost || stop.ended === 'changed' || parts.length + removed.length > 0)
    return opened(of, stop, (db) => {
      // Another program may have changed values, too.
      const rows = stop.ended === 'changed' && stop.rows !== null ? countRows(db) - stop.rows : null;
      const how = rows === null ? 'used' : rows === 0 ? 'same' : rows > 0 ? 'more' : 'fewer';
      forgetSums(db);
      const gone = schema.missing.filter(({ type }) => type === 'table').map(({ name }) => name);
      const backup = isLogLost || gone.length > 0 ? newestGood(of.backups) : null;
      const fromBackup = complete(db, backup, wholly(gone), isLogLost, of.retention);
      if (isLogLost) {
        const fromTs = newestIn(db);
        return findingOf('warn', sentence('database.log-lost', { rows: fromBackup, known: fromTs > 0, fromTs }));
      }
      return findingOf(
        gone.length > 0 || removed.length > 0 || keptLog !== null ? 'warn' : 'info',
        sentence('database.changed', { how, rows: Math.abs(rows ?? 0), parts, removed, fromBackup, kept: keptLog }),
      );
    });
  if (stop.ended !== 'unknown' && schema.version === SCHEMA_VERSION) return healRows(of, stop);
  opened(of, stop, forgetSums);
  return null;
}

/** Opens the database to write ourselves: what the note says is over. What another program did stays noted until it is told. */
function opened<T>({ folder, path }: Folder, { ended }: LastStop, work: (db: Database) => T): T {
  if (ended === 'clean' || ended === 'killed') dropMark(folder);
  const db = openDatabase(path);
  try {
    return work(db);
  } finally {
    closeClean(db, folder); // a kill from here on leaves one closed file
  }
}

/** Rows of a small database against their sums; those of a large one are left to the patrol. */
function healRows(of: Folder, stop: LastStop): StartFinding | null {
  const found = using(openReadOnly(of.path), (db) => (bytesOf(db) > SMALL_BYTES ? [] : changedStretches(db)));
  if (found.length === 0) return null;
  const healed = opened(of, stop, (db) => found.flatMap((stretch) => heal(db, stretch, of.backups) ?? []));
  return healed.length === 0 ? null : findingOf('warn', changedInWords(healed));
}

/** Makes missing parts again and stamps the schema version. Returns the triggers that blocked our tables and are removed. */
function mendSchema(path: string, { version, stamped, missing, blocked }: Known): string[] {
  if (missing.length + blocked.length === 0 && stamped === version) return [];
  const mend = (db: Database): string[] => {
    for (const { type, name, sql } of missing) {
      if (type === 'remade') remakeTable(db, name, sql);
      else db.exec(type === 'column' ? sql : `DROP ${type} IF EXISTS "${name}"; ${sql}`);
    }
    db.pragma(`user_version = ${version}`);
    return unblock(db, blocked, oursIn(version).names);
  };
  return using(openBare(path), (db) => db.transaction(mend)(db));
}

/** Builds the database anew and puts it in place. */
function rebuild({ folder, nowS, retention }: Folder, damage: string): StartFinding {
  try {
    return swapInAnew(folder, salvage(salvageInput(folder, damage, nowS, retention)));
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    const megabytes = Math.ceil(roomForRescue(folder) / 1e6);
    throw new NoRoomToRescue(
      `The database in ${folder} is damaged. To rescue it, the disk needs ${megabytes} MB of free space: free some and start again.`,
    );
  }
}
