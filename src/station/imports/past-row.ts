import { NARROW, type NarrowName } from '../../quantities/names.ts';
import type { Sentence } from '../../words/sentence.ts';

/**
 * Names that a column of a foreign file can have here, beside the narrow quantities: what a board measures. `coreC` and `corePct` are of a
 * station of ours, whose air is known. Counters run on, and become increments when the rows stand in order.
 */
const UNITS_OF_BOARD = {
  coreC: '°C',
  corePct: '%',
  indoorC: '°C',
  indoorPct: '%',
  stationHpa: 'hPa',
  seaLevelHpa: 'hPa',
  lux: 'lx',
  rainCounterMm: 'mm',
  rainDayMm: 'mm',
} as const;
export type PastName = NarrowName | keyof typeof UNITS_OF_BOARD;

const UNITS = new Map<string, string>([
  ...Object.entries(UNITS_OF_BOARD),
  ...NARROW.map(({ name, unit }) => [name, unit] as const),
]);
export const isPastName = (name: string): name is PastName => UNITS.has(name);
/** Unit that a value has after it was read. */
export const unitOf = (name: PastName): string => UNITS.get(name)!;

/** Line of a foreign file. */
export interface ReadRow {
  /** End of the interval, or the moment. */
  tS: number;
  /** 0: a moment. Null: the file does not say; a logger's line tells of the time since the one before. */
  widthS: number | null;
  /** In SI. A name that is missing was not reported. */
  values: Partial<Record<PastName, number>>;
}

/** Why a line was not taken. */
export type Refusal = 'unreadable' | 'no-such-hour';

/** Decoder output, one for each line. `ambiguous`: its hour stands twice, and the order decided. */
export type Read = (ReadRow & { ambiguous?: true }) | { line: number; refused: Refusal };

/** Air that the station's own board goes on to measure. */
export type Core = 'outdoor' | 'indoor';

/** A file that cannot be imported, in one sentence. */
export class ImportRefusal extends Error {
  constructor(readonly sentence: Sentence) {
    super(sentence.detail);
  }
}
