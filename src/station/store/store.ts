import { join } from 'node:path';
import { type Clock, Slicer } from '../clock.ts';
import { Calibrations } from './calibrations.ts';
import { ClockSegments } from './clock-segments.ts';
import { type Database, inTransaction, isBusy, isDiskTrouble, writeFirst } from './database.ts';
import { Events } from './events.ts';
import { Issued } from './issued.ts';
import { Labels } from './labels.ts';
import { Learned } from './learned.ts';
import { Pending } from './pending.ts';
import { HistoryReads } from './reads/history.ts';
import { Recompute } from './recompute/recompute.ts';
import { Ageing, type Folded } from './rows/ageing.ts';
import { HourMeans } from './rows/hour-means.ts';
import { Moves } from './rows/moves.ts';
import { Records } from './rows/records.ts';
import { RollUps } from './rows/rollup.ts';
import { Samples } from './rows/samples.ts';
import { Ticks } from './rows/ticks.ts';
import { Watermarks } from './rows/watermarks.ts';
import { type BackupHandle, nightlyBackup } from './safety/backup.ts';
import { BACKSTOP_FRAMES, checkpoint, tidyLog } from './safety/checkpoint.ts';
import { markClean } from './safety/clean-mark.ts';
import { BACKUP_FOLDER, type OpenedFolder, openFolder, openPrepared, takeFolder } from './safety/data-folder.ts';
import type { StartFinding } from './safety/swap.ts';
import { Scales } from './scales.ts';
import { Scores } from './scores.ts';
import type { Turnstile } from './turnstile.ts';

export { DATABASE_FILE } from './safety/clean-mark.ts';

export interface StoreOptions {
  /** The data folder; made when missing. */
  folder: string;
  clock: Clock;
  rawRetentionDays: number;
  fiveMinRetentionDays: number;
  /** IANA name; days are cut at its midnights. */
  timeZone: string;
}

/** Why nothing reaches the disk now, for a banner while it lasts. */
export interface StorageTrouble {
  sinceTs: number;
  text: string;
}

/** A change that was not stored, in one sentence. */
export interface StoreBusy {
  error: string;
  unavailable: true;
}

/** Everything the station keeps, one member per table family. Opened by `openStore`; the only user of SQLite. */
export class Store {
  readonly samples: Samples;
  readonly history: HistoryReads;
  readonly hourMeans: HourMeans;
  readonly records: Records;
  readonly events: Events;
  readonly labels: Labels;
  readonly learned: Learned;
  readonly calibrations: Calibrations;
  readonly ticks: Ticks;
  readonly pending: Pending;
  readonly scales: Scales;
  readonly scores: Scores;
  readonly clock: ClockSegments;
  readonly moves: Moves;
  readonly issued: Issued;
  readonly recompute: Recompute;
  /** What the start found wrong and did about it, for a banner; null when all was well. */
  readonly finding: StartFinding | null;
  readonly #opened: OpenedFolder;
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #folder: string;
  readonly #ageing: Ageing;
  readonly #fiveMinRetentionDays: number;
  #logFrames: number | undefined;
  #trouble: StorageTrouble | null = null;
  /** Writes that another connection kept out, oldest first. */
  #postponed: (() => void)[] = [];

  constructor(opened: OpenedFolder, options: StoreOptions) {
    const { db } = opened;
    this.#opened = opened;
    this.#db = db;
    this.#folder = options.folder;
    this.finding = opened.finding;
    this.#clock = options.clock;
    const watermarks = new Watermarks(db);
    const rollUps = new RollUps(db, watermarks);
    this.records = new Records(db);
    this.samples = new Samples(db, rollUps, this.records);
    this.history = new HistoryReads(db, this.samples, this.records, rollUps, watermarks, options);
    this.hourMeans = new HourMeans(db);
    this.events = new Events(db);
    this.labels = new Labels(db);
    this.learned = new Learned(db);
    this.calibrations = new Calibrations(db);
    this.ticks = new Ticks(db);
    this.pending = new Pending(db);
    this.scales = new Scales(db);
    this.scores = new Scores(db);
    this.clock = new ClockSegments(db);
    this.moves = new Moves({
      db,
      samples: this.samples,
      rollUps,
      watermarks,
      records: this.records,
      clock: this.clock,
    });
    this.issued = new Issued(db);
    this.recompute = new Recompute({
      db,
      clock: options.clock,
      samples: this.samples,
      rollUps,
      watermarks,
      records: this.records,
      calibrations: this.calibrations,
      scales: this.scales,
    });
    this.#fiveMinRetentionDays = options.fiveMinRetentionDays;
    this.#ageing = new Ageing(db, rollUps, watermarks, options);
    inTransaction(db, () => rollUps.catchUp());
    // A salvage has written its event itself, before its database was put in place.
    if (this.finding && this.finding.salvage === null) {
      const { severity, text } = this.finding;
      this.events.add({ ts: options.clock.nowS(), kind: 'storage', severity, detail: text });
    }
  }

  get trouble(): StorageTrouble | null {
    return this.#trouble;
  }

  /** From now on heavy jobs write beside this store, let it write first, and bring its log into the database. */
  workBeside(turnstile: Turnstile): void {
    writeFirst(this.#db, turnstile);
    this.#logFrames = BACKSTOP_FRAMES;
  }

  /**
   * Commits the waiting samples and events; call it every commit interval. A full or failing disk is a condition, not an
   * exception: the samples stay queued, one `storage` event tells when it began and one when it is over. False when another
   * connection was just writing: all stays queued, try again shortly.
   */
  flush(): boolean {
    this.#writePostponed();
    if (this.#postponed.length > 0) return false;
    try {
      this.samples.commit();
      tidyLog(this.#db, this.#logFrames);
      this.#recovered();
    } catch (error) {
      if (isBusy(error)) return false;
      if (!isDiskTrouble(error)) throw error;
      this.#troubled(error as Error);
    }
    this.events.flush();
    return true;
  }

  /**
   * A write that the station can do without for a while: five-minute rows, learned state, pending forecasts. A full or failing disk
   * is told as `flush` tells it; what another connection kept out is written with the next attempt or flush, in its order. True when
   * it was written.
   */
  attempt(work: () => void): boolean {
    this.#postponed.push(work);
    return this.#writePostponed();
  }

  /** The same for work in slices that goes on where it stopped: false when it is to be tried again. Never postponed. */
  async attemptSlowly(work: () => unknown): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      if (!isDiskTrouble(error)) throw error;
      this.#troubled(error as Error);
      return false;
    }
  }

  #writePostponed(): boolean {
    let written = true;
    for (const work of [...this.#postponed]) {
      try {
        work();
        written = true;
      } catch (error) {
        if (isBusy(error)) return false;
        written = false;
        if (!isDiskTrouble(error)) {
          this.#postponed.shift();
          throw error;
        }
        this.#troubled(error as Error);
      }
      this.#postponed.shift();
    }
    return written;
  }

  /**
   * A change somebody asked for, in one transaction: all of it is stored or none. What a full, failing or busy disk refuses is told in
   * one sentence, and whoever asked leaves the memory as it was. What was postponed comes first: it is older.
   */
  whole<T>(work: () => T): T | StoreBusy {
    if (this.#writePostponed()) {
      try {
        return inTransaction(this.#db, work);
      } catch (error) {
        if (isDiskTrouble(error)) {
          this.#troubled(error as Error);
          const why = (error as Error).message;
          const text = `The disk takes nothing now (${why}), so nothing was changed: try again later.`;
          return { error: text, unavailable: true };
        }
        if (!isBusy(error)) throw error;
      }
    }
    return { error: 'Something else is being written just now, so nothing was changed: try again.', unavailable: true };
  }

  #troubled(error: Error): void {
    if (this.#trouble) return;
    const ts = this.#clock.nowS();
    const text = `The disk does not take new samples (${error.message}). They are kept in memory and written when it does.`;
    this.#trouble = { sinceTs: ts, text };
    this.events.add({ ts, kind: 'storage', severity: 'error', detail: text });
  }

  #recovered(): void {
    if (!this.#trouble) return;
    const ts = this.#clock.nowS();
    const minutes = Math.max(1, Math.round((ts - this.#trouble.sinceTs) / 60));
    const { lost } = this.samples;
    this.#trouble = null;
    this.events.add({
      ts,
      kind: 'storage',
      severity: lost > 0 ? 'warn' : 'info',
      detail: `The disk takes samples again after ${minutes} min; ${lost > 0 ? `${lost} samples were given up` : 'nothing was lost'}.`,
      data: { lost },
    });
  }

  /** Folds away what has passed its window, in slices; call it every hour or so. A disk in trouble leaves it for later. */
  async fold(signal: AbortSignal, confirmedNowS: number | null = null): Promise<Folded> {
    const folded = await this.#ageing.fold(confirmedNowS, new Slicer(this.#clock, 2), signal);
    this.ticks.prune(this.#ageing.oldestKept(this.#fiveMinRetentionDays));
    return folded;
  }

  /** A copy in the data folder's `backups`, checked, with only the newest `keep` left. Throws what went wrong. */
  async backup(keep: number, handle: BackupHandle): Promise<{ path: string; bytes: number }> {
    return nightlyBackup(this.#db, join(this.#folder, BACKUP_FOLDER), keep, this.#clock.nowS(), handle);
  }

  /** Flushes and closes; after this no member may be used. Safe to call twice. */
  close(): void {
    if (!this.#db.open) return;
    this.flush();
    checkpoint(this.#db);
    this.#db.close();
    markClean(this.#folder);
    this.#opened.lock.release();
  }
}

export const openStore = (options: StoreOptions): Store =>
  new Store(openFolder(options.folder, options.clock.nowS(), options), options);

/** The same where looking at the folder is a thread's work: whoever waits for the store can answer meanwhile. */
export async function openStoreAside(
  options: StoreOptions,
  prepare: () => Promise<StartFinding | null>,
): Promise<Store> {
  const lock = takeFolder(options.folder);
  try {
    const finding = await prepare();
    return new Store(openPrepared(options.folder, lock, finding, options.clock.nowS()), options);
  } catch (error) {
    lock.release();
    throw error;
  }
}
