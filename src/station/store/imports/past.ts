import { HOUR_S } from '../../../base/durations.ts';
import type { Flags } from '../../quality/flags.ts';
import type { RawTick, TickRow } from '../../tick.ts';
import type { FoldedRow } from '../tiers/accumulator.ts';
import type { FoldedValues } from '../tiers/narrow-values.ts';
import { floorTo } from '../tiers/tier.ts';

/** Five minutes or more of another station's past. */
export interface PastBucket {
  /** Start, a multiple of 300. */
  ts: number;
  row: FoldedRow;
  /** Row with the values that the quality tests left out; null where there are none. */
  measured: FoldedRow | null;
  flags: Flags;
  narrow: FoldedValues;
  /** Narrow values with those that the quality tests left out; null where there are none. */
  narrowMeasured: FoldedValues | null;
  /** Tick that forecasts learn from; null where the core of the air is not known. */
  tick: { raw: RawTick; shown: TickRow } | null;
  /** Lines of the file behind it. */
  lines: number;
  /** Start of what the first of them tells of, and end of the last. */
  firstS: number;
  lastS: number;
  /** Commonest step of its file. */
  stepS: number;
}

/** A bucket, and the import that its row is noted as. */
export type NotedBucket = PastBucket & { job: number };

export const hourOf = ({ ts }: PastBucket): number => floorTo(ts, HOUR_S);

/** `part` of `imported`. */
export const PART = {
  sample: 'sample',
  fiveMin: 'five_min',
  hourly: 'hourly',
  scores: 'score',
  issued: 'issued',
} as const;

export type ImportState = 'running' | 'done' | 'undoing';

export interface ImportJob {
  job: number;
  startedS: number;
  endedS: number | null;
  state: ImportState;
  files: string[];
  format: string;
  rows: number;
  skipped: number;
  fromS: number | null;
  untilS: number | null;
}

/** Of one import, before its first row. */
export interface ImportBegin {
  files: readonly string[];
  digest: string;
  format: string;
  startedS: number;
}

/** Time that the file speaks of. */
export interface ImportSpan {
  fromS: number;
  untilS: number;
  /** Starts of the hours it has rows of. */
  hours: readonly number[];
}
