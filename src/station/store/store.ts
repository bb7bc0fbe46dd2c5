import { anotherTurn, type Clock } from '../../base/clock.ts';
import type { Sentence } from '../../words/sentence.ts';
import type { Remembered } from '../learned/memory.ts';
import { DiskTrouble, type TroubleAtStart } from './disk-trouble.ts';
import type { OpenedFolder } from './rescue/data-folder.ts';
import type { FolderLock } from './rescue/folder/lock.ts';
import { BACKSTOP_FRAMES, tidyLog } from './rescue/folder/log.ts';
import type { StartFinding } from './rescue/folder/swap.ts';
import { roundOf } from './rescue/integrity/patrol.ts';
import { Place } from './rescue/standby/place.ts';
import { inTransaction, isBusy, isDiskTrouble } from './sqlite/database.ts';
import { Postponed } from './sqlite/postponed.ts';
import type { Turnstile } from './sqlite/turnstile.ts';
import { TableAccess } from './table-access.ts';
import type { StoreOptions, Tables } from './tables.ts';
import { lockedOut, rebuilding, takesNothing, type Unstored } from './unstored.ts';

export { DATABASE_FILE } from './rescue/folder/last-stop.ts';

/** Station that a store serves. */
interface StationPort {
  nowS(): number;
  /** Learned state that must be of one moment with the samples: it goes into their transaction. None while it has not changed. */
  states(): readonly Remembered[];
  stored(): void;
}

/** Start without its disk: the kind of board that measures meanwhile, and why. */
type WithoutDisk = { kind: string } & TroubleAtStart;

/** Everything the station keeps; the only user of SQLite. */
export class Store extends TableAccess {
  /** The data folder, with `backups` in it. */
  readonly folder: string;
  /** Where its tables are, and how they come home. */
  readonly place: Place;
  readonly #clock: Clock;
  #station: StationPort;
  readonly #lock: FolderLock | null;
  readonly #trouble: DiskTrouble;
  #waitsBeside = (): boolean => false;
  #logFrames: number | undefined;
  #unsavedSinceMs: number | null = null;
  readonly #postponed = new Postponed(
    (error) => this.#refused(error),
    (works) => inTransaction(this.here.db, works),
  );

  constructor(opened: OpenedFolder | WithoutDisk, options: StoreOptions) {
    super();
    this.#clock = options.clock;
    this.#station = { nowS: () => options.clock.nowS(), states: () => [], stored() {} };
    this.folder = options.folder;
    this.#trouble = new DiskTrouble(options.folder, options.clock, () => this.#station.nowS());
    const isAway = 'kind' in opened;
    this.#lock = isAway ? null : opened.lock;
    this.place = new Place(isAway ? opened.kind : opened, options, () => this.#station.nowS());
    this.#bringSmallHome();
    if (this.trouble === null) this.clock.words.opened(); // what has come home was said before this start
    if (isAway) this.events.add(this.#trouble.atStart(opened, this.here.db.memory));
    else if (opened.finding) this.place.tell(opened.finding);
  }

  /** Finding since the start, and its repair, for a banner; null if all is well. */
  get finding(): StartFinding | null {
    return this.place.finding;
  }

  get trouble(): Sentence | null {
    return this.#trouble.now;
  }

  /** Seconds since the last commit after which nothing was left waiting; null while the last one was such. */
  get unsavedForS(): number | null {
    return this.#unsavedSinceMs === null ? null : (this.#clock.steadyMs() - this.#unsavedSinceMs) / 1000;
  }

  /** From now on the store's own events have the station's time, and its commits save the station's learned state. */
  serve(station: StationPort): void {
    this.#station = station;
  }

  /** From now on the trouble of the disk also lasts while a caller `waits` with a refused write that it will do again. */
  waitFor(waits: () => boolean): void {
    this.#waitsBeside = waits;
  }

  /** From now on heavy jobs write beside this store, let it write first, and bring its log into the database. */
  workBeside(turnstile: Turnstile): void {
    this.#logFrames = BACKSTOP_FRAMES;
    this.place.workBeside(turnstile);
  }

  /** False while the database is being rebuilt or the disk takes nothing: there is nothing for heavy jobs to work on. */
  get atHome(): boolean {
    return this.place.atHome;
  }

  /** Progress of the integrity round through the pages of the file. */
  get round(): { share: number; lastS: number | null } {
    return roundOf(this.here.db);
  }

  /** Swaps in the rebuilt database; what was written elsewhere follows with the next commits. */
  rescued(finding: StartFinding): void {
    this.place.rescued(finding);
    this.#bringSmallHome();
  }

  protected get here(): Tables {
    return this.place.tables;
  }

  #bringSmallHome(): void {
    try {
      this.place.bringSmall();
    } catch (error) {
      this.#refused(error); // it comes again with the next commit
    }
  }

  /**
   * Commits the waiting samples and events; call it every commit interval. A full or failing disk is a condition, not an
   * exception: the samples stay queued, one `storage` event tells when it began and one when it is over. False when another
   * connection was just writing: all stays queued, try again shortly.
   */
  flush(): boolean {
    this.#unsavedSinceMs ??= this.#clock.steadyMs(); // until the commit below has gone through
    if (this.#postponed.write() === 'kept out') return false;
    try {
      this.#commit();
    } catch (error) {
      if (isBusy(error)) return false;
      if (this.place.mustLeave)
        this.#commit(); // once more, elsewhere
      else this.#refused(error);
    }
    return this.events.flush();
  }

  /** Whether to commit ahead of time, because a full disk has more room. */
  hasRoomAgain(): Promise<boolean> {
    return this.#trouble.hasRoomAgain();
  }

  /** Brings home what earlier stations left, before this one begins; false where the disk takes nothing after all. */
  async bringHome(): Promise<boolean> {
    while (this.place.isAwaited && this.#trouble.now === null) {
      this.flush();
      await anotherTurn();
    }
    return this.#trouble.now === null;
  }

  #commit(): void {
    this.place.keep();
    const isLast = this.place.bringSamples();
    const stored = this.samples.commit(() => this.learned.saveAll(this.#station.states(), this.#station.nowS()));
    if (stored > 0) this.#station.stored();
    if (this.#postponed.isEmpty) this.#unsavedSinceMs = null;
    this.gaveUp(this.place.takeLost());
    if (stored > 0 && this.place.atHome) this.#trouble.stored(this.samples.newestTs());
    if (isLast) this.place.broughtAll();
    tidyLog(this.here.db, this.#logFrames);
    if (!this.place.atHome) return;
    if (this.#postponed.isEmpty && !this.#waitsBeside()) this.#recovered();
  }

  /** Handles a failed write: reports a disk condition once, and throws anything else. */
  #refused(error: unknown): void {
    const told = this.#trouble.met(error);
    if (told) this.events.add(told);
  }

  /**
   * A write that the station can do without for a while, and will make anew: learned state, cursors. A full or failing disk is told
   * as `flush` tells it; what another connection kept out is written with the next attempt or flush, in its order. True when it was
   * written.
   */
  attempt(work: () => void): boolean {
    this.#postponed.add(work);
    return this.#postponed.write() === 'written';
  }

  /**
   * A write that nobody makes again: five-minute rows, pending forecasts, scores. It waits for a disk that takes nothing, as samples
   * do, and what is learned from it is not stored before it is.
   */
  owe(work: () => void): void {
    this.#postponed.add(work, true);
    this.#postponed.write();
  }

  /** A write that the caller does again, also in slices that go on where they stopped: false when it is to be tried again. Never postponed. */
  async attemptNow(work: () => unknown): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!isBusy(error)) this.#refused(error);
      return false;
    }
  }

  get isInMemory(): boolean {
    return this.here.db.memory;
  }

  /**
   * A change that a person asked for, in one transaction: all of it is stored or none. What a full, failing or busy disk refuses is answered
   * with one sentence, and the caller leaves its memory as it was. Refused over tables in memory: a kill would take the change back.
   * Postponed work comes first: it is older.
   */
  change<T>(work: () => T): T | Unstored {
    if (this.isInMemory) return this.trouble ? takesNothing(this.#trouble.why) : rebuilding();
    const before = this.#postponed.write();
    if (before === 'refused') return takesNothing(this.#trouble.why);
    if (before === 'written') {
      try {
        return inTransaction(this.here.db, work);
      } catch (error) {
        if (isDiskTrouble(error)) {
          this.#refused(error);
          return takesNothing((error as Error).message);
        }
        if (this.place.mustLeave) return rebuilding();
        if (!isBusy(error)) throw error;
      }
    }
    return lockedOut();
  }

  /** Ends a disk's trouble, if the disk takes the event of that, too; throws its error if not. Called when nothing waits any more. */
  #recovered(): void {
    const ending = this.#trouble.ending(this.events);
    if (ending === null) return;
    this.events.flush(); // that it began stands before that it is over
    const tell = inTransaction(this.here.db, () => this.events.addWithin(ending));
    this.#trouble.ended();
    tell();
  }

  /** Counts samples that nothing holds any more: they are told with the end of the disk's trouble, by a later station if need be. */
  gaveUp(samples: number): void {
    this.#trouble.gaveUp(samples);
  }

  /**
   * Flushes and closes; after this no member may be used. Safe to call twice. Returns the samples that are lost and not reported yet: given up
   * before, or not taken by a full or failing disk even now. Such a disk is a condition here, too: the next start finds what it holds, as after
   * a power cut, and reports the lost samples. Another program's lock loses none.
   */
  close(): number {
    if (!this.place.lastTables.db.open) return 0;
    const isWaiting = () => this.samples.queued + this.events.held.length > 0 || !this.#postponed.isEmpty;
    if (!this.flush() && !this.trouble && isWaiting()) {
      this.place.standAside();
      this.flush();
    }
    const { samples } = this.here; // elsewhere, where the database has just proved damaged
    this.gaveUp(this.place.takeLost() + samples.queued);
    if (this.place.atHome) this.place.close();
    this.gaveUp(this.place.closeStandbys());
    this.#lock?.release();
    this.#trouble.leave(); // in the room of the lock's files: SQLite has taken any other for a last try
    return this.#trouble.lost;
  }
}
