import { join } from 'node:path';
import { sentence } from '../../words/sentence.ts';
import { Away } from './away.ts';
import { type Database, openDatabase, writeFirst } from './database.ts';
import { BACKUP_FOLDER, listBackups } from './safety/backup.ts';
import { beginLog } from './safety/data-folder.ts';
import { DATABASE_FILE } from './safety/last-stop.ts';
import { closeUntouched, listenForDamage } from './safety/listen.ts';
import { OwnFiles, putBack } from './safety/own-files.ts';
import { asideFolder, type SalvageInput, type SalvageReport } from './safety/salvage.ts';
import { findingOf, type StartFinding, swapIn } from './safety/swap.ts';
import { type TableOptions, Tables } from './tables.ts';
import type { Turnstile } from './turnstile.ts';

export interface PlaceOptions extends TableOptions {
  /** The data folder. */
  folder: string;
}

/** Samples that come home from elsewhere with one commit: a few milliseconds of work. */
const HOME_WITH_ONE_COMMIT = 150;

/**
 * Where the tables are: at home in `weatherglass.db`, or, from the moment that proves damaged until it has been made anew, away over
 * another database. What was written away comes home with the commits after that.
 */
export class Place {
  readonly #options: PlaceOptions;
  #tables: Tables;
  /** Of the home they were last in. */
  #files: OwnFiles | null = null;
  /** Where the tables are while they are not at home, or where samples still are that have to come home. */
  #away: Away | null = null;
  #atHome = true;
  #damage: string | null = null;
  #finding: StartFinding | null;
  #turnstile: Turnstile | null = null;

  constructor(db: Database, finding: StartFinding | null, options: PlaceOptions) {
    this.#options = options;
    this.#tables = this.#moveIn(db);
    this.#finding = finding?.severity === 'info' ? null : finding; // told as an event, and no more
    if (finding) this.#tell(finding);
    this.#away = Away.leftBehind(options.folder, options);
  }

  /** The tables as they are now. Damage that was heard of is dealt with here, between two pieces of work. */
  get tables(): Tables {
    if (this.#damage !== null && this.#atHome) this.#leave(this.#damage);
    return this.#tables;
  }

  /** The tables as they were last: nothing is dealt with any more. */
  get lastTables(): Tables {
    return this.#tables;
  }

  get atHome(): boolean {
    return this.#atHome;
  }

  get damaged(): boolean {
    return this.#damage !== null;
  }

  /** Damage was heard of just now: the next look at the tables finds them elsewhere. */
  get mustLeave(): boolean {
    return this.#atHome && this.#damage !== null;
  }

  /** What was found wrong and done about it, at the start or since; null when all is well. */
  get finding(): StartFinding | null {
    return this.tables && this.#finding;
  }

  workBeside(turnstile: Turnstile): void {
    this.#turnstile = turnstile;
    if (this.#atHome) writeFirst(this.#tables.db, turnstile);
  }

  hearOfDamage(what: string): void {
    if (this.#atHome) this.#damage ??= what;
  }

  /** What a heavy job needs to build the damaged database anew; null while there is nothing to do. */
  get rescue(): SalvageInput | null {
    if (this.tables && this.#damage === null) return null;
    const { clock, folder, rawRetentionDays, fiveMinRetentionDays } = this.#options;
    const nowS = clock.nowS();
    return {
      path: join(folder, DATABASE_FILE),
      damage: this.#damage!,
      backups: listBackups(join(folder, BACKUP_FOLDER)),
      retention: { rawRetentionDays, fiveMinRetentionDays },
      nowS,
      aside: asideFolder(folder, nowS),
    };
  }

  /** The database has been built anew and takes its place. What was written elsewhere is to be brought home. */
  rescued({ fresh, report }: { fresh: string; report: SalvageReport }): void {
    const { folder, clock } = this.#options;
    const path = join(folder, DATABASE_FILE);
    this.#finding = findingOf('error', sentence('database.salvaged', report), report);
    const aside = report.aside && join(report.aside, DATABASE_FILE);
    swapIn(folder, { fresh, path, aside, finding: this.#finding });
    this.#damage = null;
    const home = beginLog(openDatabase(path), folder, clock.nowS());
    const { samples, events } = this.#away!.tables;
    samples.commit();
    events.flush();
    this.#tables = this.#moveIn(home);
    this.#tell(this.#finding);
  }

  /** The small tables at once, so that what is given a number from now on comes after them. */
  bringSmall(): void {
    if (this.#atHome) this.#away?.bringSmall(this.#tables);
  }

  /** The next samples that come home wait with those to be committed. True when they are the last: `broughtAll` is due then. */
  bringSamples(): boolean {
    return this.#atHome && this.#away !== null && !this.#away.bringSamples(this.tables, HOME_WITH_ONE_COMMIT);
  }

  broughtAll(): void {
    this.#away?.discard();
    this.#away = null;
  }

  /** Samples that were given up because memory holds no more; none at home. */
  boundAway(): number {
    return this.#atHome ? 0 : (this.#away?.bound() ?? 0);
  }

  closeAway(): void {
    this.#away?.close();
  }

  #moveIn(db: Database): Tables {
    this.#atHome = true;
    this.#files = new OwnFiles(db.name);
    listenForDamage(db, ({ message }) => {
      this.#damage ??= message;
    });
    if (this.#turnstile) writeFirst(db, this.#turnstile);
    return new Tables(db, this.#options);
  }

  /** Before a commit: files that somebody moved, removed or replaced while they were open are written anew in their place. */
  keep(): void {
    const files = this.#files!;
    if (!this.#atHome || this.#damage !== null || files.areInPlace) return;
    const { folder, clock } = this.#options;
    const { samples, events, db } = this.#tables;
    const [waiting, held] = [samples.waiting(), events.held];
    this.#finding = putBack(db, files, clock.nowS());
    this.#tables = this.#moveIn(beginLog(openDatabase(db.name), folder, clock.nowS()));
    for (const row of waiting) this.#tables.samples.append(row);
    this.#tables.events.takeOver(held);
    this.#tell(this.#finding);
  }

  /** The database is damaged: it is not touched again, and what waits goes along. */
  #leave(damage: string): void {
    const { samples, events, db } = this.#tables;
    const [waiting, held] = [samples.waiting(), events.held];
    this.#atHome = false;
    this.#away?.close();
    this.#away = Away.open(this.#options.folder, this.#options, db);
    closeUntouched(db);
    this.#tables = this.#away.tables;
    for (const row of waiting) this.#tables.samples.append(row);
    this.#tables.events.takeOver(held);
    const { inMemory } = this.#away;
    this.#finding = findingOf('error', sentence('database.damaged', { damage, inMemory }));
    this.#tell(this.#finding);
  }

  /** The event of a salvage stands in the database that was put in place: it is only told. */
  #tell({ severity, text, said = null, salvage }: StartFinding): void {
    const event = { ts: this.#options.clock.nowS(), kind: 'storage', severity, detail: text, said } as const;
    if (salvage === null) this.#tables.events.add(event);
    else this.#options.told?.(event);
  }
}
