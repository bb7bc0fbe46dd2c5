import { z } from 'zod';
import { HOUR_S } from '../base/durations.ts';
import type { FleetHealth, FleetStation, Neighbourly } from '../contract/fleet.ts';
import { FIELD_OF } from '../contract/fleet-line.ts';
import { perTarget, TARGETS, type Target } from '../contract/names.ts';
import type { MeanSkill, Newest } from './engine/engine.ts';
import type { FleetRow } from './ingest/batch.ts';
import { type BuddyRule, buddyCheck, Neighbourhoods, type Place } from './neighbours.ts';
import { isPossible, TAG_VALUES } from './possible.ts';
import type { Enrolled } from './registry.ts';

const Seen = z.object({ tS: z.number(), rev: z.number(), value: z.number() });
type Seen = z.infer<typeof Seen>;
const Saved = z.object({
  version: z.literal(1),
  saved_ts: z.number(),
  stations: z.record(z.string(), z.record(z.string(), Seen)),
  /** Last request of each station, by the hub's clock. */
  contacts: z.record(z.string(), z.number()).default({}),
});
type Saved = z.infer<typeof Saved>;

/** Largest age of a value shown as current. */
const NOW_S = HOUR_S;
const fieldOf = (target: Target): string => `wx_${FIELD_OF[target]}`;
const UPGRADES = ['asked', 'refused', 'failed'] as const;
const HEALTHS: readonly FleetHealth[] = ['ok', 'warn', 'fault'];

/**
 * Spatial check settings: titanlib's defaults, but five neighbours and usual values per quantity. Humidity and sea-level pressure do not
 * depend on height.
 */
const usual = { radiusM: 50_000, fewest: 5, threshold: 2, mostHeightM: 200, rounds: 2 };
const RULES: Readonly<Record<Target, BuddyRule>> = {
  temperature: { ...usual, gradientPerM: -0.0065, leastSd: 1 },
  humidity: { ...usual, gradientPerM: 0, leastSd: 7 },
  pressure: { ...usual, gradientPerM: 0, leastSd: 1 },
};

const noNeighbours = { temperature: null, humidity: null, pressure: null };

/** Newest values of every station, kept beside the engine: the fleet's page shows them also while the engine is away. */
export class Picture {
  readonly #stations = new Map<string, Map<string, Seen>>();
  readonly #contacts = new Map<string, number>();
  #skills = new Map<string, FleetStation['skill']>();
  #neighbours = new Map<string, FleetStation['neighbours']>();
  readonly #around = { measured: new Neighbourhoods(), madeUp: new Neighbourhoods() };
  #savedS: number | null = null;

  static fromJSON(saved: unknown): Picture {
    const picture = new Picture();
    const read = Saved.safeParse(saved);
    if (!read.success) return picture;
    picture.#savedS = read.data.saved_ts;
    for (const [login, tS] of Object.entries(read.data.contacts)) picture.#contacts.set(login, tS);
    for (const [login, fields] of Object.entries(read.data.stations))
      for (const [field, seen] of Object.entries(fields)) picture.#see(login, field, seen);
    return picture;
  }

  /** Time up to which the picture's file was complete when it was read; null without a file. */
  get savedS(): number | null {
    return this.#savedS;
  }

  toJSON(nowS: number): Saved {
    const stations = [...this.#stations].map(([login, fields]) => [login, Object.fromEntries(fields)] as const);
    const contacts = Object.fromEntries(this.#contacts);
    return { version: 1, saved_ts: nowS, stations: Object.fromEntries(stations), contacts };
  }

  knows(login: string): boolean {
    return this.#stations.has(login);
  }

  /** A station was here: its own clock may be hours behind. */
  contacted(login: string, nowS: number): void {
    this.#contacts.set(login, Math.floor(nowS));
  }

  stored(login: string, rows: readonly FleetRow[]): void {
    for (const { measurement, tags, fields, tS } of rows) {
      if (measurement !== 'wx' && measurement !== 'wx_station') continue;
      for (const [name, text] of fields)
        this.#see(login, `${measurement}_${name}`, { tS, rev: Number(tags['rev'] ?? 0), value: Number(text) });
    }
  }

  /** Merges the newest values of the engine, which others may have written. */
  merge(newest: readonly Newest[]): void {
    for (const { login, field, ...seen } of newest) this.#see(login, field, seen);
  }

  /** Removes stations of unknown logins. Returns the removed ones. */
  keepOnly(isKnown: (login: string) => boolean): string[] {
    const others = [...this.#stations.keys()].filter((login) => !isKnown(login));
    for (const login of others) this.#stations.delete(login);
    for (const login of this.#contacts.keys()) if (!isKnown(login)) this.#contacts.delete(login);
    return others;
  }

  /** Forgets stations with values after a time. Returns their logins; they are read again in full. */
  forgetFrom(untilS: number): string[] {
    const ahead = [...this.#stations].filter(([, fields]) => [...fields.values()].some(({ tS }) => tS > untilS));
    for (const [login] of ahead) this.#stations.delete(login);
    for (const [login, tS] of this.#contacts) if (tS > untilS) this.#contacts.delete(login);
    return ahead.map(([login]) => login);
  }

  skilled(skills: readonly MeanSkill[]): void {
    const next = new Map<string, FleetStation['skill']>();
    for (const { login, target, horizon, skill } of skills) {
      if (!TAG_VALUES.target(target) || !TAG_VALUES.horizon(horizon) || !isPossible('wx_score_skill', skill)) continue;
      if (!next.has(login)) next.set(login, { temperature: {}, humidity: {}, pressure: {} });
      (next.get(login)![target] as Record<string, number>)[horizon] = skill;
    }
    this.#skills = next;
  }

  /** Spatial check of every station against its neighbours. Yields through `breathe`, because thousands take a while. */
  async compare(nowS: number, breathe: () => Promise<void>): Promise<void> {
    const next = new Map<string, FleetStation['neighbours']>();
    // Weather that is made up says nothing of the real one beside it.
    for (const isMadeUp of [false, true]) {
      const placed: Array<Place & { login: string }> = [];
      for (const [login, fields] of this.#stations) {
        const own = conditionOf(fields);
        const [latitude, longitude] = [own('lat'), own('lon')];
        if (latitude === null || longitude === null || (own('simulated') === 1) !== isMadeUp) continue;
        placed.push({ login, latitude, longitude, altitudeM: own('alt') ?? 0 });
      }
      const near = await this.#around[isMadeUp ? 'madeUp' : 'measured'].of(placed, usual.radiusM, breathe);
      for (const target of TARGETS) {
        const values = placed.map(({ login }) => current(this.#stations.get(login), fieldOf(target), nowS));
        const judged = await buddyCheck(placed, values, near, RULES[target], breathe);
        for (const [i, { difference, neighbours, suspect }] of judged.entries()) {
          if (difference === null) continue;
          const { login } = placed[i]!;
          const one: Neighbourly = { difference, neighbours, suspect };
          next.set(login, { ...(next.get(login) ?? noNeighbours), [target]: one });
        }
      }
    }
    this.#neighbours = next;
  }

  /** State of a station by its own words; the hub adds what its operator did. */
  station({ login, name, added_ts, revoked_ts }: Enrolled, nowS: number) {
    const fields = this.#stations.get(login) ?? new Map<string, Seen>();
    const rows = [...fields].filter(([field]) => !field.startsWith('wx_station_'));
    const own = conditionOf(fields);
    return {
      id: login,
      name,
      added_ts,
      revoked: revoked_ts !== null,
      simulated: own('simulated') === 1,
      last_seen_ts: latest(this.#contacts.get(login) ?? null, newestOf([...fields])),
      last_row_ts: newestOf(rows),
      version: versionText(own('version')),
      health: HEALTHS[own('health') ?? -1] ?? 'unknown',
      backlog_rows: own('backlog'),
      alarms: own('alarms'),
      disk_free_pct: own('disk'),
      wanted_version: versionText(own('wanted')),
      upgrade: UPGRADES[own('upgrade') ?? -1] ?? null,
      latitude: own('lat'),
      longitude: own('lon'),
      altitude_m: own('alt'),
      ...perTarget((target) => current(fields, fieldOf(target), nowS)),
      skill: this.#skills.get(login) ?? { temperature: {}, humidity: {}, pressure: {} },
      neighbours: this.#neighbours.get(login) ?? noNeighbours,
    };
  }

  #see(login: string, field: string, seen: Seen): void {
    if (!isPossible(field, seen.value) || !Number.isInteger(seen.rev)) return;
    if (!this.#stations.has(login)) this.#stations.set(login, new Map());
    const fields = this.#stations.get(login)!;
    const before = fields.get(field);
    const isNewer = before === undefined || seen.tS > before.tS || (seen.tS === before.tS && seen.rev >= before.rev);
    if (isNewer) fields.set(field, seen);
  }
}

const newestOf = (fields: readonly (readonly [string, Seen])[]): number | null =>
  fields.length === 0 ? null : Math.max(...fields.map(([, { tS }]) => tS));

const latest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/** Newest condition of a station, all fields of one time: a field that it no longer sends (place, demo) no longer holds. */
function conditionOf(fields: ReadonlyMap<string, Seen>): (name: string) => number | null {
  const own = [...fields].filter(([field]) => field.startsWith('wx_station_'));
  const newestS = Math.max(...own.map(([, { tS }]) => tS));
  const values = new Map(own.filter(([, { tS }]) => tS === newestS).map(([field, { value }]) => [field, value]));
  return (name) => values.get(`wx_station_${name}`) ?? null;
}

const current = (fields: ReadonlyMap<string, Seen> | undefined, field: string, nowS: number): number | null => {
  const seen = fields?.get(field);
  return seen !== undefined && nowS - seen.tS <= NOW_S ? seen.value : null;
};

/** 1002003 is 1.2.3. */
const versionText = (packed: number | null): string | null =>
  packed === null ? null : `${Math.floor(packed / 1e6)}.${Math.floor(packed / 1e3) % 1000}.${packed % 1000}`;
