import { copyFileSync, existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../../../base/make-folder.ts';
import { putWhole } from '../../../../base/whole-file.ts';
import { type BoardKind, isReal } from '../../../sensors/sample.ts';
import { roomFor } from '../../disk-room.ts';
import {
  type Database,
  FILE_ENDS,
  inTransaction,
  isDamage,
  isDiskTrouble,
  openDatabase,
  removeDatabase,
  unless,
  unlessInTrouble,
} from '../../sqlite/database.ts';
import { JobNote } from '../../sqlite/job-note.ts';
import { isStoreRefusal } from '../../sqlite/store-refusal.ts';
import { type StoreOptions, type TableOptions, type Tables, tablesOver } from '../../tables.ts';
import { RAW } from '../../tiers/tier.ts';
import { furnish } from '../carve/carve.ts';
import { rebuildCompensators } from '../compensators.ts';
import { DATABASE_FILE } from '../folder/last-stop.ts';
import { FolderLock } from '../folder/lock.ts';
import { STANDBY_FILE } from '../folder/waiting.ts';
import { damageOf } from '../integrity/check-database.ts';
import { copyNew, copyRows } from '../merge.ts';
import { anewOf, asideFolder, salvage } from '../salvage.ts';

/** State under which a history knows whose measurements it holds. */
export const OWNER = { name: 'history.owner', version: 1 } as const;

/** A day at two seconds, some 14 MB. */
const KEPT_IN_MEMORY = 43_200;
/** Small tables that are read while the database is away. */
const NEEDED = ['label', 'calibration', 'scale', 'record', 'clock_segment'];
/** Tables that a standby starts with. What it learns stays there: the database knows more. */
const BEGINS_WITH = ['learned', 'calibration', 'scale', 'record', 'pending', 'score', 'tick'];

/** Facts about the standby's beginning, for the start that finds it. */
interface Begun {
  /** Labels that were brought along, by number: one that is missing later was taken back. */
  labels: number[];
  /** The station began over it, and did not come from its database. */
  fresh: boolean;
}

/**
 * Standby database: takes samples and events while the station's own is damaged or locked, or its disk is full. The same tables in a file beside
 * it, in the runtime folder, or, where no file can be made, in memory. Its rows are copied home before it is removed; a stop leaves it
 * for the next start.
 */
export class Standby {
  readonly tables: Tables;
  readonly #lock: FolderLock | null;
  #begun: Begun;
  #smallAreHome = false;
  #afterS = 0;

  private constructor({ db, lock }: Opened, options: TableOptions) {
    this.tables = tablesOver(db, options);
    this.tables.catchUp();
    this.#lock = lock;
    this.#begun = noteOf(db).get() ?? { labels: [], fresh: false };
  }

  get inMemory(): boolean {
    return this.tables.db.memory;
  }

  /** The station began over it. */
  get fresh(): boolean {
    return this.#begun.fresh;
  }

  /**
   * Opens a standby for a damaged database: with its small tables, through its own connection, before that is closed. For a sound one,
   * which others may change meanwhile, it has none: only what is new comes home.
   */
  static instead(damaged: Database | null, options: StoreOptions): Standby {
    const opened = firstThatOpens(options, placesOf(options));
    takeNeeded(damaged, opened.db);
    return new Standby(opened, options);
  }

  /** Goes on as the standby of a database that is damaged again, before all rows came home from the last time. */
  again(damaged: Database | null): void {
    const { db } = this.tables;
    if (damaged === null && !this.#smallAreHome) return;
    if (this.#smallAreHome) db.exec(NEEDED.map((table) => `DELETE FROM ${table};`).join(' '));
    this.#begun = takeNeeded(damaged, db);
    this.#smallAreHome = false;
    this.#afterS = 0;
  }

  /** Opens a standby for a database whose disk takes nothing. An existing one of the same kind goes on. */
  static withoutDatabase(options: StoreOptions, kind: string): Standby {
    const opened = firstThatOpens(options, placesOf(options).slice(1));
    if (noteOf(opened.db).get() !== null) {
      const there = new Standby(opened, options);
      if (there.owner === null || there.owner === kind) return there;
      const measures = isReal(there.owner);
      if (measures) there.close(options);
      else there.discard();
      return Standby.withoutDatabase(measures ? { ...options, runtimeFolder: null } : options, kind);
    }
    furnish(opened.db, join(options.folder, DATABASE_FILE), BEGINS_WITH, options.clock.nowS());
    noteOf(opened.db).put({ labels: [], fresh: true });
    return new Standby(opened, options);
  }

  /** Those that earlier stations left, as far as they can be read. One that a station still writes to is left to it. */
  static leftBehind(options: StoreOptions): Standby[] {
    return placesOf(options).flatMap((folder) => {
      const path = join(folder, STANDBY_FILE);
      if (!existsSync(path)) return [];
      const lock = lockOf(options, folder);
      if (lock === 'held') return [];
      const damage = damageOf(path);
      if (damage !== null) mend(path, damage, options);
      return [new Standby({ db: openDatabase(path), lock }, options)];
    });
  }

  /** Whose measurements it holds; null where nobody said. */
  get owner(): BoardKind | null {
    return ownerOf(this.tables);
  }

  /** Everything but the samples, in one transaction: a crash before its end leaves it to be done again, to the same end. */
  bringSmall(home: Tables): void {
    if (this.#smallAreHome) return;
    const { db } = this.tables;
    inTransaction(home.db, () => {
      if (this.fresh) {
        copyRows(db, home.db, 'learned', 'OR IGNORE', `name = '${OWNER.name}'`);
        copyNew(db, home.db, ['tick', 'scale', 'label', 'calibration', 'event', 'alarm_message']);
      } else {
        for (const table of ['learned', 'pending', 'score', 'tick', 'issued'])
          copyRows(db, home.db, table, 'OR REPLACE');
        this.#takeBackLabels(home);
        copyNew(db, home.db, ['scale', 'label', 'calibration', 'event', 'clock_segment', 'alarm_message']);
      }
      rebuildCompensators(home.db); // a calibration of that time is in force
    });
    this.#smallAreHome = true;
  }

  /** Labels that were brought along and are not here as they were have been taken back or set right: as they are now they come home. */
  #takeBackLabels(home: Tables): void {
    const said = (tables: Tables, id: number) => {
      const label = tables.labels.get(id);
      return label && JSON.stringify({ ...label, learned: null });
    };
    for (const id of this.#begun.labels) if (said(this.tables, id) !== said(home, id)) home.labels.remove(id);
  }

  /** In memory only the newest day is kept. Returns how many samples were given up. */
  bound(): number {
    if (!this.inMemory) return 0;
    const { db, rollUps } = this.tables;
    const newest = 'SELECT (ts_ms + 1) / 1000.0 FROM main.sample ORDER BY ts_ms DESC LIMIT 1 OFFSET ?';
    const untilS = db.prepare<[number], number>(newest).pluck().get(KEPT_IN_MEMORY);
    return untilS === undefined ? 0 : rollUps.removeRows(RAW, 0, untilS);
  }

  /** The next samples into the queue at home, oldest first; those that are there already are passed over. False when all are. */
  bringSamples(home: Tables, atMost: number): boolean {
    this.bringSmall(home);
    const rows = this.tables.samples.next(this.#afterS, atMost);
    for (const row of rows) if (!home.samples.has(row.ts)) home.samples.append(row);
    this.#afterS = rows.at(-1)?.ts ?? this.#afterS;
    return rows.length === atMost;
  }

  get rows(): number {
    return this.tables.db.prepare<[], number>('SELECT count(*) FROM main.sample').pluck().get()!;
  }

  /** Upper limit of the room that coming home takes. Learned state stays behind, and is most of a young standby. One in memory is written out before. */
  get room(): number {
    const sql = "SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name <> 'learned'";
    const bytes = this.tables.db.prepare<[], number>(sql).pluck().get()!;
    return roomFor(bytes) + (this.inMemory ? bytes : 0);
  }

  /** Removes it: everything of it is at home, or belongs to no history. */
  discard(): void {
    const { db } = this.tables;
    db.close();
    if (!this.inMemory) removeDatabase(db.name);
    this.#lock?.release();
  }

  /** Closes it for the next start to find. Returns the number of samples that were in memory alone and that no file takes even now. */
  close(options: StoreOptions): number {
    const { db } = this.tables;
    try {
      if (!this.inMemory) return 0;
      // Megabytes that would not go home must not take the room of what does.
      if (this.fresh) db.exec(`DELETE FROM learned WHERE name <> '${OWNER.name}'`);
      return writtenOut(db, placesOf(options)) ? 0 : this.rows;
    } finally {
      db.close();
      this.#lock?.release();
    }
  }
}

/** Board whose readings a history holds; null while it is new. */
export function ownerOf({ learned }: Pick<Tables, 'learned'>): BoardKind | null {
  const saved = learned.load(OWNER.name, OWNER.version);
  return saved.found ? (saved.state as BoardKind) : null;
}

/** Lock of the runtime folder; the data folder has its own. */
type Opened = { db: Database; lock: FolderLock | null };

/** Folders for a standby: that of the data, and the runtime folder. */
const placesOf = ({ folder, runtimeFolder }: StoreOptions): string[] =>
  runtimeFolder == null ? [folder] : [folder, runtimeFolder];

/** Where no file can be had it is in memory. */
function firstThatOpens(options: StoreOptions, folders: readonly string[]): Opened {
  for (const folder of folders) {
    const lock = lockOf(options, folder);
    if (lock === 'held') continue;
    try {
      return { db: openDatabase(join(folder, STANDBY_FILE)), lock };
    } catch (error) {
      lock?.release();
      if (!isDiskTrouble(error)) throw error;
    }
  }
  return { db: openDatabase(':memory:'), lock: null };
}

/** The data folder is locked already. */
function lockOf({ folder: dataFolder }: StoreOptions, folder: string): FolderLock | null | 'held' {
  if (folder === dataFolder) return null;
  const isHeld = (error: unknown) => isStoreRefusal(error) || isDiskTrouble(error);
  return unless(isHeld, () => new FolderLock(folder)) ?? 'held';
}

/** The small tables, as they are now: each up to the first row that cannot be read. */
function takeNeeded(damaged: Database | null, db: Database): Begun {
  inTransaction(db, () => {
    if (damaged === null) return;
    for (const table of NEEDED) unless(isDamage, () => copyRows(damaged, db, table, 'OR REPLACE'));
  });
  const begun = { labels: db.prepare<[], number>('SELECT id FROM label').pluck().all(), fresh: false };
  noteOf(db).put(begun);
  return begun;
}

/** Writes one in memory to the first of these folders that takes it. */
const writtenOut = (db: Database, folders: readonly string[]): boolean =>
  folders.some((folder) => {
    const path = join(folder, STANDBY_FILE);
    if (lstatSync(path, { throwIfNoEntry: false })) return false;
    const isWritten = unlessInTrouble(() => db.prepare('VACUUM INTO ?').run(path));
    if (!isWritten) rmSync(path, { force: true });
    return isWritten;
  });

const noteOf = (db: Database) => new JobNote<Begun>(db, 'brought');

/** Made anew from what can be read of it. The event of that is one of its rows, and comes home with the others. */
function mend(path: string, damage: string, options: StoreOptions): void {
  const nowS = options.clock.nowS();
  const aside = asideFolder(options.folder, nowS);
  makeFolder(aside);
  for (const end of FILE_ENDS) if (existsSync(path + end)) copyFileSync(path + end, join(aside, STANDBY_FILE) + end);
  const what = `the file that stood in for it: ${damage}`;
  const input = { path, damage: what, backups: [], retention: options, nowS, aside };
  const { severity, text: detail, said } = salvage(input);
  options.told?.({ ts: nowS, kind: 'storage', severity, detail, said });
  removeDatabase(path);
  putWhole(anewOf(path), path);
}
