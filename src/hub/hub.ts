import { type Clock, Slicer } from '../base/clock.ts';
import { DAY_S, HOUR_S } from '../base/durations.ts';
import { KeyedQueue } from '../base/serial-queue.ts';
import type { FleetStation, HubHealth } from '../contract/fleet.ts';
import { FLEET_LIMITS } from '../contract/fleet-line.ts';
import type { Log } from '../http/log.ts';
import { type Counted, type Engine, EngineError, type Held } from './engine/engine.ts';
import { Proofs } from './engine/proofs.ts';
import { WatchedEngine } from './engine/watched-engine.ts';
import type { SpareFile } from './files/json-file.ts';
import type { ListFile } from './files/list-file.ts';
import { ReloadedFile } from './files/reloaded-file.ts';
import { type FleetRow, linesFor } from './ingest/batch.ts';
import { newerFieldsIn } from './ingest/newer-fields.ts';
import { Senders } from './ingest/senders.ts';
import { LongReads } from './long-reads.ts';
import { Notices } from './notices.ts';
import { Picture } from './picture.ts';
import type { Enrolled, Registry } from './registry.ts';
import type { RegistryFile } from './registry-file.ts';

/** Window in which the hub looks for each station's newest row while it runs. */
const LOOK_BACK_S = 3 * HOUR_S;
/** The same window for stations whose last row is unknown. */
const LONG_AGO_S = 400 * DAY_S;
/** In one question: its answer is read in one go, while stations wait, and more names are slow to find (VictoriaMetrics 1.79). */
const ASKED_AT_ONCE = 100;
const SKILL_S = 30 * DAY_S;

export interface HubParts {
  engine: Engine;
  registryFile: RegistryFile;
  pictureFile: SpareFile;
  noticeFile: ListFile<Notices>;
  clock: Clock;
  log: Log;
  version: string;
  signal: AbortSignal;
}

/** Fleet hub without HTTP: the registry of stations, the engine that stores their rows, and the picture of their newest values. */
export class Hub {
  readonly engine: WatchedEngine;
  readonly longReads = new LongReads();
  readonly #picture: Picture;
  readonly #senders: Senders;
  /** Queue by login: rows are not removed while a proof counts them, or it would prove rows that are gone. */
  readonly turns = new KeyedQueue();
  readonly #proofs = new Proofs((logins, tS, counted) => this.engine.ask((engine) => engine.held(logins, tS, counted)));
  readonly #registry: ReloadedFile<Registry>;
  readonly #notices: ReloadedFile<Notices>;
  #lastLookS: number | null = null;
  #lookedFor = new Set<string>();
  #stored = 0;
  readonly rows = { taken: 0, refused: 0, leftOut: 0 };
  readonly #refused = new Map<number, number>();
  readonly #newerFields = new Map<string, number>();
  constructor(private readonly parts: HubParts) {
    const { engine, clock, log, signal, registryFile, pictureFile } = parts;
    this.#notices = new ReloadedFile(parts.noticeFile, log, new Notices());
    this.engine = new WatchedEngine(engine, clock, log, signal);
    this.#registry = new ReloadedFile(registryFile, log);
    const saved = pictureFile.read();
    this.#picture = Picture.fromJSON(saved);
    this.#senders = Senders.fromJSON((saved as { senders?: unknown } | null | undefined)?.senders, clock);
    // What came while no hub was there (past it, by nginx) is looked for from then on.
    this.#lastLookS = this.#picture.savedS;
  }

  get registry(): Registry {
    return this.#registry.now;
  }

  get notices(): Notices {
    return this.#notices.now;
  }

  get nowS(): number {
    return this.parts.clock.nowS();
  }

  health(): HubHealth {
    const engine = this.engine.health();
    const stations = this.registry.stations.filter(({ revoked_ts }) => revoked_ts === null).length;
    return {
      ...{ ok: engine.state === 'ok', now_ts: this.nowS, version: this.parts.version, stations, engine },
      batches: { stored: this.#stored, refused: Object.fromEntries(this.#refused) },
      newer_fields: Object.fromEntries(this.#newerFields),
    };
  }

  fleet() {
    const nowS = this.nowS;
    const isFresh = this.engine.state !== 'down';
    const stale_s = isFresh ? 0 : Math.max(0, nowS - (this.#lastLookS ?? this.engine.health().since_ts));
    return { now_ts: nowS, stale_s, stations: this.registry.stations.map((one) => this.#station(one, nowS)) };
  }

  station(login: string): FleetStation | null {
    const one = this.registry.find(login);
    return one === null ? null : this.#station(one, this.nowS);
  }

  #station(one: Enrolled, nowS: number): FleetStation {
    const { group, place, latitude, longitude, published, keep_days } = this.registry.detailsOf(one.login);
    const given = latitude !== null && longitude !== null ? { latitude, longitude } : {};
    const seen = { ...this.#picture.station(one, nowS), ...given };
    const shared = this.#senders.isShared(one.login);
    return { ...seen, group, place, keep_days, published: published !== null, shared };
  }

  /** Keeps the lease of a login for the station that sends; returns a refusal for a second station with the same login. */
  claimLogin(login: string, by: string): string | null {
    const { changed_ts: changedS } = this.registry.find(login)!;
    const wasShared = this.#senders.isShared(login);
    const ownerAgoS = this.#senders.claim(login, changedS, by);
    if (ownerAgoS === null) {
      this.#picture.contacted(login, this.nowS);
      return null;
    }
    if (!wasShared) this.parts.log.warn({ login, by }, 'two stations send under one login; the second is sent away');
    return (
      `another station, heard ${Math.round(ownerAgoS / 60)} min ago, sends as ${login}: give each a login of its own ` +
      '(hub add), or a new secret to the one that stays (hub rotate)'
    );
  }

  /** Proof of storage: counts a station's values on disk, of the day that ends at `tS`. */
  async proof(login: string, tS: number, counted: Counted): Promise<Held> {
    // Flush first: values in the engine's memory alone are lost when it dies, and must not be proven.
    await this.engine.flush();
    return this.turns.take(login, () => this.#proofs.ask(login, tS, counted));
  }

  async store(login: string, rows: readonly FleetRow[]): Promise<void> {
    await this.engine.write(linesFor(login, rows));
    this.#stored += 1;
    this.rows.taken += rows.length;
    this.#noteNewer(login, rows);
    this.#picture.contacted(login, this.nowS);
    this.#picture.stored(login, rows);
  }

  /** Fields of a station newer than this hub are stored and counted; a newer hub will show them. */
  #noteNewer(login: string, rows: readonly FleetRow[]): void {
    for (const field of newerFieldsIn(rows)) {
      if (!this.#newerFields.has(field))
        this.parts.log.info(
          { login, field },
          'a station sends a field that this hub does not know; it is kept, and a newer hub shows it',
        );
      this.#newerFields.set(field, (this.#newerFields.get(field) ?? 0) + 1);
    }
  }

  refused(status: number): void {
    this.#refused.set(status, (this.#refused.get(status) ?? 0) + 1);
  }

  reloadFiles(): void {
    this.#registry.reload();
    this.#notices.reload();
  }

  /** Polls the engine for the newest values, to see stations whose rows come another way (nginx). */
  async look(): Promise<void> {
    await this.engine.whenThere(async () => {
      const nowS = this.nowS;
      // Values noted while this clock ran ahead would outrank all later ones until then.
      for (const login of this.#picture.forgetFrom(nowS + FLEET_LIMITS.aheadS)) this.#lookedFor.delete(login);
      const sinceS = Math.max(nowS - 31 * DAY_S, Math.min(nowS, this.#lastLookS ?? nowS) - LOOK_BACK_S);
      const logins = this.registry.stations.map(({ login }) => login);
      for (let i = 0; i < logins.length; i += ASKED_AT_ONCE) {
        const some = logins.slice(i, i + ASKED_AT_ONCE);
        await this.#readNewest(sinceS, nowS + FLEET_LIMITS.aheadS, some);
      }
      const unknown = logins
        .filter((login) => !this.#picture.knows(login) && !this.#lookedFor.has(login))
        .slice(0, ASKED_AT_ONCE);
      if (unknown.length > 0) await this.#readNewest(nowS - LONG_AGO_S, nowS, unknown);
      for (const login of unknown) this.#lookedFor.add(login);
      this.#lastLookS = nowS;
    });
    this.#forgetRemoved();
    const slicer = new Slicer(this.parts.clock);
    await this.#picture.compare(this.nowS, () => slicer.breathe());
  }

  /** Newest rows of these stations. One that the engine refuses to read (too many series) does not hide the others. */
  async #readNewest(fromS: number, toS: number, logins: readonly string[]): Promise<void> {
    try {
      this.#picture.merge(await this.engine.ask((engine) => engine.newest(fromS, toS, logins)));
    } catch (error) {
      if (!(error instanceof EngineError && error.trouble === 'refused')) throw error;
      const half = Math.ceil(logins.length / 2);
      for (const some of logins.length > 1 ? [logins.slice(0, half), logins.slice(half)] : [])
        await this.#readNewest(fromS, toS, some);
    }
  }

  /** Forgets removed stations, also one whose batch was arriving when it was removed. */
  #forgetRemoved(): void {
    for (const login of this.#picture.keepOnly((one) => this.registry.find(one) !== null)) {
      this.#lookedFor.delete(login);
      this.#senders.forget(login);
    }
  }

  async learnSkills(): Promise<void> {
    await this.engine.whenThere(async () => {
      const nowS = this.nowS;
      this.#picture.skilled(await this.engine.ask((engine) => engine.meanSkills(nowS - SKILL_S, nowS)));
    });
  }

  savePicture(): void {
    const picture = this.#picture.toJSON(this.#lastLookS ?? this.nowS);
    this.parts.pictureFile.write({ ...picture, senders: this.#senders.toJSON() });
  }
}
