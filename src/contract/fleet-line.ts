import { quantitiesWith } from '../quantities/names.ts';
import type { Target } from './names.ts';

/**
 * Schema of the fleet's line protocol: `wx,rev=0 temp=21.37,hum=48.2 1795287000`. One table for sender and receiver. Each field has its
 * plausible range: an engine accepts any number, and one of them stores text as a plausible 0.
 */
export interface Measurement {
  /** Tags besides `station`, which is the hub's to give. */
  tags: readonly string[];
  fields: Readonly<Record<string, readonly [least: number, most: number]>>;
}

const SIGNED: readonly [number, number] = [-2000, 2000];

export const FLEET_FIELDS: Readonly<Record<string, Measurement>> = {
  wx: {
    tags: ['rev'],
    fields: {
      ...Object.fromEntries(quantitiesWith('fleet').map(({ fleet, range }) => [fleet.field, range])),
      /** Of made-up weather alone: rows of one login may be of both kinds. */
      simulated: [0, 1],
    },
  },
  wx_fc: { tags: ['target', 'horizon'], fields: { mu: SIGNED, halfwidth: [0, 2000] } },
  wx_score: { tags: ['target', 'horizon'], fields: { skill: [-1000, 1], coverage: [0, 1], n: [0, 100_000] } },
  wx_station: {
    tags: [],
    fields: {
      version: [0, 999_999_999],
      health: [0, 2],
      backlog: [0, 1e9],
      alarms: [0, 100_000],
      lat: [-90, 90],
      lon: [-180, 180],
      alt: [-500, 9000],
      simulated: [0, 1],
      /** Free percent of the disk with its data. */
      disk: [0, 100],
      /** Version that the fleet asks for; 0 asked, 1 refused by the owner, 2 taken back. */
      wanted: [0, 999_999_999],
      upgrade: [0, 2],
    },
  },
};

/** Field of the measurement `wx` that a forecast's target is compared with. */
export const FIELD_OF = Object.fromEntries(
  quantitiesWith('fleet', 'history').map(({ history, fleet }) => [history, fleet.field]),
) as Readonly<Record<Target, string>>;

/** A batch, and how far its times may lie from the hub's. */
export const FLEET_LIMITS = {
  gzipBytes: 1024 * 1024,
  plainBytes: 4 * 1024 * 1024,
  lines: 5000,
  /** Twenty in each line. */
  values: 100_000,
  /** 2000-01-01: a station whose clock never was set begins in 1970. */
  firstS: 946_684_800,
  aheadS: 600,
  revMost: 999_999_999,
} as const;

/**
 * The numbers of a day's rows: 0 to 999 are those of the first database that a station had, the next thousand those of the one after it.
 * Of one database the highest number of a day is the truth; what another one had measured stays beside it.
 */
const REVS_OF_A_DATABASE = 1000;
export const databaseOf = (rev: number): number => Math.floor(rev / REVS_OF_A_DATABASE);
const LAST_DATABASE = databaseOf(FLEET_LIMITS.revMost);
/**
 * First revision of a database that finds a number of another database. Behind the last thousand, which only a stranger with the key or
 * a broken station reaches, there is none: chance chooses a thousand that nobody has.
 */
export function firstRevAfter(rev: number, random: () => number): number {
  const next = databaseOf(rev) + 1;
  const database = next <= LAST_DATABASE ? next : 1 + Math.floor(random() * (LAST_DATABASE - 1));
  return database * REVS_OF_A_DATABASE;
}

/** Sender id: the station's id and a mark for each start of its program. */
export const SENDER = /^wg_[0-9a-f]{12}-[0-9a-f]{8}$/;

/** A login, which is the label of everything its station stores. */
export const LOGIN = /^[a-z0-9-]{3,40}$/;
