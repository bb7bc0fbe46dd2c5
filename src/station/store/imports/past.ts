import { HOUR_S } from '../../../base/durations.ts';
import type { Flags } from '../../quality/flags.ts';
import { type RawTick, TICK_S } from '../../tick.ts';
import type { ScreenedRow } from '../tiers/rollup.ts';
import { floorTo } from '../tiers/tier.ts';

/** Stretch of time, epoch seconds. */
export interface Stretch {
  startS: number;
  endS: number;
}

/** Readings of a rain counter, of which a bucket's rain is made. */
export interface RainReadings {
  /** Format of the file, and column. */
  name: string;
  /** Line of the file before them; 0 where there is none. */
  sinceS: number;
  /** End of the first line. */
  atS: number;
  /** Its rain, as the file tells it; null where it tells none. */
  rainMm: number | null;
  firstMm: number;
  lastMm: number;
}

/** Five minutes or more of another station's past. */
export interface PastBucket extends ScreenedRow {
  /** Start, a multiple of 300. */
  ts: number;
  flags: Flags;
  /** Tick that forecasts learn from; null where the core of the air is not known. */
  tick: RawTick | null;
  /** Lines of the file behind it. */
  lines: number;
  /** Beginning as the file tells it: of a line that does not say how long it is, its moment. */
  fromS: number;
  /** Start of what the first of them tells of, and end of the last. */
  firstS: number;
  lastS: number;
  /** Rain counter of its lines; null where they have none, or where a part of them is left out. */
  readings: RainReadings | null;
  /** Near a beginning, a pause or an end of its import. */
  isEnd: boolean;
  /** A pause or the end follows. */
  isLast: boolean;
  /** Commonest step of its file. */
  stepS: number;
}

/** A bucket, and the import that its row is noted as. */
export type NotedBucket = PastBucket & { job: number };

export const hourOf = ({ ts }: PastBucket): number => floorTo(ts, HOUR_S);

/** Rows of an import without a pause between them are at most so far apart. */
export const REACH_S = 2 * HOUR_S;

/** Time without lines behind a bucket that may be a pause: a step of the file, and five minutes at least. */
export const pauseOf = ({ stepS }: PastBucket): number => Math.max(TICK_S, Math.min(HOUR_S, stepS));

/** `part` of `imported`. */
export const PART = {
  sample: 'sample',
  fiveMin: 'five_min',
  hourly: 'hourly',
  scores: 'score',
  issued: 'issued',
} as const;

export interface ImportJob {
  job: number;
  startedS: number;
  endedS: number | null;
  state: 'running' | 'done' | 'undoing';
  files: string[];
  format: string;
  rows: number;
  skipped: number;
  fromS: number | null;
  untilS: number | null;
}

/** Facts about an import before its first row. */
export interface ImportBegin {
  files: readonly string[];
  digest: string;
  format: string;
  startedS: number;
}

/** Time that the files of an import cover. */
export interface ImportSpan {
  fromS: number;
  untilS: number;
  /** Starts of the hours it has rows of. */
  hours: Iterable<number>;
}
