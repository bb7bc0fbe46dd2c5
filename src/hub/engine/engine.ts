import type { KeptRows } from './kept-rows.ts';

/** Which values of a station are meant: its rows (of one revision alone), its forecasts, its scores, or everything it ever sent. */
export type Counted = { of: 'all' | 'fc' | 'score' } | { of: 'wx'; rev: number | null };

/** Values that the engine holds of a day, and the highest revision among them and beside them. */
export interface Held {
  values: number;
  newestRev: number | null;
}

/** Values of one field under one set of labels, in order of time. */
export interface Series {
  /** `wx_temp`, `wx_fc_mu`: measurement and field. */
  field: string;
  labels: Readonly<Record<string, string>>;
  tS: number[];
  values: number[];
}

export interface Newest {
  login: string;
  field: string;
  rev: number;
  tS: number;
  value: number;
}

export interface MeanSkill {
  login: string;
  target: string;
  horizon: string;
  skill: number;
}

/** Score of the whole fleet on one day. */
export interface DayScore {
  /** Noon of the day in UTC: midnights depend on the reader's zone. */
  noonS: number;
  target: string;
  horizon: string;
  /** Sum of skill × n, and of n where there was a skill; the same of the coverage. */
  skillSum: number;
  skillN: number;
  coverageSum: number;
  coverageN: number;
  stations: number;
}

/**
 * The database of a fleet. Nothing that a client sent reaches it but rows that were understood and written anew, and logins and
 * numbers that were checked: every question is written here.
 */
export interface Engine {
  readonly kind: 'victoria-metrics' | 'influxdb';
  /** Whole series are deleted, no part of one, so that what stays of a station is written anew. */
  readonly deletesSeriesAlone: boolean;
  /** Checks that the engine answers, reads its version and makes its database. `warnings`: settings that would lose or hide values. */
  meet(): Promise<{ version: string; warnings: string[] }>;
  /** Canonical lines. Once this has come back, `flush` makes them last. */
  write(lines: string): Promise<void>;
  /** Flushes: everything written before the call is on disk and can be counted afterwards. */
  flush(): Promise<void>;
  /** Which different values of the day that ends at `tS` are stored, of each of these. */
  held(logins: readonly string[], tS: number, counted: Counted): Promise<ReadonlyMap<string, Held>>;
  newest(fromS: number, toS: number, logins: readonly string[]): Promise<Newest[]>;
  /** All fields of one measurement of one station, each series whole. */
  series(login: string, measurement: string, fromS: number, toS: number): Promise<Series[]>;
  meanSkills(fromS: number, toS: number): Promise<MeanSkill[]>;
  /** Scores of each day over the whole fleet, in one query. Days are named by their noon. */
  dayScores(firstNoonS: number, lastNoonS: number): Promise<DayScore[]>;
  revisions(): Promise<Map<string, number[]>>;
  removeRevision(login: string, rev: number): Promise<void>;
  /** Everything that a station ever sent: rows, forecasts, scores and states. */
  erase(login: string): Promise<void>;
  seriesOf(login: string): Promise<number>;
  /** How many values of a station there are, first and last second included. */
  valuesOf(login: string, fromS: number, toS: number): Promise<number>;
  /** Deletes everything of a station before a moment. What stays is in `kept` while it is not in the engine. */
  expire(login: string, beforeS: number, nowS: number, kept: KeptRows): Promise<void>;
  bringBack(kept: KeptRows): Promise<void>;
}

/** Label `rev` as a number; null for any other text. */
export const parseRev = (label: string | undefined): number | null =>
  label !== undefined && /^\d{1,9}$/.test(label) ? Number(label) : null;

/** Values of one station under one revision; `rev` is null for values without one. */
export type Count = readonly [login: string, rev: number | null, values: number];

/** Counts by login, including logins without any. */
export function heldBy(logins: readonly string[], counts: readonly Count[], counted: Counted): Map<string, Held> {
  const found = new Map<string, Count[]>(logins.map((login) => [login, []]));
  for (const count of counts) found.get(count[0])?.push(count);
  return new Map([...found].map(([login, own]) => [login, heldOf(own, counted)]));
}

function heldOf(counts: readonly Count[], counted: Counted): Held {
  const asked = counted.of === 'wx' ? counted.rev : null;
  const odd = counts.find(([, , n]) => !Number.isInteger(n));
  if (odd) throw new EngineError('down', `the engine counts ${odd[2]} values`);
  const values = counts.reduce((sum, [, rev, n]) => (asked === null || rev === asked ? sum + n : sum), 0);
  const revs = counts.flatMap(([, rev, n]) => (rev === null || n === 0 ? [] : [rev]));
  return { values, newestRev: revs.length === 0 ? null : Math.max(...revs) };
}

export type Trouble = 'down' | 'full' | 'refused';

/** Failure of the engine: it does not answer, has no room, or rejects our query (our mistake). */
export class EngineError extends Error {
  constructor(
    readonly trouble: Trouble,
    message: string,
  ) {
    super(message);
  }
}
