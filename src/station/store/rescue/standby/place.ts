import { isDeepStrictEqual } from 'node:util';
import { makeFolder } from '../../../../base/make-folder.ts';
import { choice, foreign, sentence } from '../../../../words/sentence.ts';
import { isReal } from '../../../sensors/sample.ts';
import { type Database, writeFirst } from '../../sqlite/database.ts';
import { isStoreRefusal } from '../../sqlite/store-refusal.ts';
import type { Turnstile } from '../../sqlite/turnstile.ts';
import { type StoreOptions, type Tables, tablesOver } from '../../tables.ts';
import { type OpenedFolder, openHome } from '../data-folder.ts';
import { markDamaged } from '../folder/last-stop.ts';
import type { FolderLock } from '../folder/lock.ts';
import { closeClean } from '../folder/log.ts';
import { findingOf, type StartFinding } from '../folder/swap.ts';
import { closeUntouched, listenForDamage } from '../integrity/listen.ts';
import { type SalvageInput, salvageInput, swapInAnew } from '../salvage.ts';
import { filesOf, type OwnFiles, putBack } from './own-files.ts';
import { ownerOf, Standby } from './standby.ts';

/** Samples that come home from elsewhere with one commit: a few milliseconds of work. */
const HOME_WITH_ONE_COMMIT = 150;

/**
 * Place of the tables: `weatherglass.db`, or a standby database from the moment that one proves damaged until it is rebuilt, from a
 * start whose disk takes nothing, or at a stop that another program's lock outlasts. Rows of a standby come home with the commits after that.
 */
export class Place {
  readonly #options: StoreOptions;
  #tables: Tables;
  #lock: FolderLock | null = null;
  /** Files of the folder in use. */
  #files: OwnFiles | null = null;
  /** Standbys with rows that must come home; those of earlier stations first. */
  #standbys: Standby[] = [];
  #atHome = true;
  #damage: string | null = null;
  /** Samples that were given up in tables which have been left since. */
  #lost = 0;
  #isAside = false;
  #finding: StartFinding | null = null;
  /** Another station has the folder. */
  #refusal: StartFinding | null = null;
  #turnstile: Turnstile | null = null;

  /** `opened`: where the disk takes nothing, the kind of board that measures meanwhile. */
  constructor(
    opened: OpenedFolder | string,
    options: StoreOptions,
    private readonly nowS: () => number,
  ) {
    this.#options = options;
    if (typeof opened === 'string') {
      const standby = Standby.withoutDatabase(options, opened);
      this.#standbys = [standby];
      this.#tables = standby.tables;
      this.#atHome = false;
      return;
    }
    const { db, lock, finding } = opened;
    this.#lock = lock;
    this.#tables = this.#moveIn(db);
    if (finding?.severity !== 'info') this.#finding = finding; // else told as an event, and no more
    this.#standbys = Standby.leftBehind(options).filter((standby) => this.#isOurs(standby));
  }

  /** Real and made-up weather never share a history. A real one waits for the history it belongs to. */
  #isOurs(standby: Standby): boolean {
    const owner = ownerOf(this.#tables);
    const measuredBy = standby.owner;
    if (owner === null || measuredBy === null || owner === measuredBy) return true;
    if (isReal(measuredBy)) standby.close(this.#options);
    else {
      standby.discard();
      const words = sentence('disk.other-owner', { measuredBy: choice(measuredBy), owner: choice(owner) });
      this.tell(findingOf('warn', words));
    }
    return false;
  }

  /** The tables as they are now. Damage that was heard of is dealt with here, between two pieces of work. */
  get tables(): Tables {
    if (this.#damage !== null && this.#atHome) this.#leave(this.#damage);
    return this.#tables;
  }

  /** The tables in use, without dealing with damage that was heard of. */
  get lastTables(): Tables {
    return this.#tables;
  }

  /** The station works on its main database, and no damage of it is known. */
  get atHome(): boolean {
    return this.#atHome && this.#damage === null;
  }

  /** Damage was heard of just now: the next look at the tables finds them elsewhere. */
  get mustLeave(): boolean {
    return this.#atHome && this.#damage !== null;
  }

  /** Finding since the start, and its repair; null if all is well. */
  get finding(): StartFinding | null {
    return this.tables && (this.#refusal ?? this.#finding);
  }

  workBeside(turnstile: Turnstile): void {
    this.#turnstile = turnstile;
    if (this.#atHome) writeFirst(this.#tables.db, turnstile);
  }

  hearOfDamage(what: string): void {
    if (!this.atHome) return;
    this.#damage = what;
    markDamaged(this.#options.folder);
  }

  /** Input of the job that rebuilds a damaged database; null if there is nothing to do. */
  get rescue(): SalvageInput | null {
    if (this.tables && this.#damage === null) return null;
    const { folder, rawRetentionDays, fiveMinRetentionDays } = this.#options;
    return salvageInput(folder, this.#damage!, this.nowS(), { rawRetentionDays, fiveMinRetentionDays });
  }

  /** Swaps the rebuilt database in; the rows of the standbys come home with the next commits. */
  rescued(finding: StartFinding): void {
    const { folder } = this.#options;
    this.#finding = swapInAnew(folder, finding);
    this.#damage = null;
    this.#carryOver(() => this.#moveIn(openHome(folder)));
    this.tell(finding);
  }

  /** Brings the small tables at once, so that rows numbered from now on come after them. */
  bringSmall(): void {
    if (this.#atHome) for (const standby of this.#standbys) standby.bringSmall(this.#tables);
  }

  /** Rows have yet to come home. */
  get isAwaited(): boolean {
    return this.#atHome && this.#standbys.length > 0;
  }

  /** The next samples that come home wait with those to be committed. True when they are the last: `broughtAll` is due then. */
  bringSamples(): boolean {
    const [standby] = this.#standbys;
    return this.#atHome && standby !== undefined && !standby.bringSamples(this.tables, HOME_WITH_ONE_COMMIT);
  }

  broughtAll(): void {
    const standby = this.#standbys.shift();
    if (standby?.fresh) this.tell(findingOf('info', sentence('disk.back-home', { rows: standby.rows })));
    standby?.discard();
  }

  /** Room for all that has yet to come home. */
  get roomAway(): number {
    return this.#standbys.reduce((bytes, { room }) => bytes + room, 0);
  }

  /** Samples given up because memory holds no more, since this was asked last. */
  takeLost(): number {
    const away = this.#atHome ? 0 : (this.#standbys.at(-1)?.bound() ?? 0);
    const lost = this.#lost + away + this.#tables.samples.takeLost();
    this.#lost = 0;
    return lost;
  }

  /** Closes the standbys for the next start to find. Returns the number of samples that no file takes. */
  closeStandbys(): number {
    return this.#standbys.reduce((lost, standby) => lost + standby.close(this.#options), 0);
  }

  #moveIn(db: Database): Tables {
    this.#atHome = true;
    this.#files = filesOf(db.name);
    listenForDamage(db, ({ message }) => this.hearOfDamage(message));
    if (this.#turnstile) writeFirst(db, this.#turnstile);
    const tables = tablesOver(db, this.#options);
    tables.catchUp();
    return tables;
  }

  /** Before a commit: files that somebody moved, removed or replaced while they were open are written anew in their place. */
  keep(): void {
    const { db } = this.#tables;
    const files = this.#files;
    if (!this.atHome || files === null || !this.#isOurFolder() || this.#isInPlace) return;
    this.#carryOver(() => {
      this.#finding = putBack(db, files, this.nowS());
      return this.#moveIn(openHome(this.#options.folder));
    });
    this.tell(this.#finding!);
  }

  get #isInPlace(): boolean {
    return isDeepStrictEqual(this.#files, filesOf(this.#tables.db.name));
  }

  /** At a stop. Where the files were moved away, the notes of the folder are those of a second station. */
  close(): void {
    const { db } = this.#tables;
    if (this.#isInPlace) closeClean(db, this.#options.folder);
    else db.close();
  }

  /** Whether the folder is ours alone, which may be another one by now. One that a second station has is left to it, and told once. */
  #isOurFolder(): boolean {
    try {
      makeFolder(this.#options.folder);
      this.#lock?.keep();
      this.#refusal = null;
      return true;
    } catch (error) {
      if (!isStoreRefusal(error)) throw error;
      if (this.#refusal?.text === error.message) return false;
      this.#refusal = findingOf('error', foreign(error.message));
      this.tell(this.#refusal);
      return false;
    }
  }

  /** Carries uncommitted rows over a switch. */
  #carryOver(move: () => Tables): void {
    const { samples, events } = this.#tables;
    const [waiting, held] = [samples.waiting(), events.held];
    this.#lost += samples.takeLost();
    this.#tables = move();
    for (const row of waiting) this.#tables.samples.append(row);
    this.#tables.events.takeOver(held);
  }

  /** Waiting samples have been left where the next start finds them. */
  get isAside(): boolean {
    return this.#isAside;
  }

  /** Another program's lock outlasts the stop. */
  standAside(): void {
    this.#isAside = true;
    if (this.atHome) this.#goAway(null, () => this.close());
  }

  /** The database is damaged: it is not touched again. */
  #leave(damage: string): void {
    const { inMemory } = this.#goAway(this.#tables.db, closeUntouched);
    this.#finding = findingOf('error', sentence('database.damaged', { damage, inMemory }));
    this.tell(this.#finding);
  }

  #goAway(damaged: Database | null, close: (db: Database) => void): Standby {
    const { db } = this.#tables;
    this.#atHome = false;
    const pending = this.#standbys.at(-1);
    const standby = pending?.fresh === false ? pending : Standby.instead(damaged, this.#options);
    if (standby === pending) standby.again(damaged);
    else this.#standbys.push(standby);
    this.#carryOver(() => {
      close(db);
      return standby.tables;
    });
    return standby;
  }

  /** The event of a salvage stands in the database that was put in place: it is only told. */
  tell({ severity, text, said = null, salvage, onlyLogged }: StartFinding): void {
    const event = { ts: this.nowS(), kind: 'storage', severity, detail: text, said } as const;
    if (salvage === null && !onlyLogged) this.#tables.events.add(event);
    else this.#options.told?.(event);
  }
}
