import { NARROW, type NarrowName } from '../../quantities/names.ts';
import type { Sentence } from '../../words/sentence.ts';

/**
 * Names that a column of a foreign file can have here, beside the narrow quantities: what a board measures. `coreC` and `corePct` are of a
 * station of ours, whose air is known. Counters run on, and become increments when the rows stand in order.
 */
const OF_BOARD = [
  ...(['coreC', 'corePct', 'indoorC', 'indoorPct', 'stationHpa', 'seaLevelHpa', 'lux'] as const),
  ...(['rainCounterMm', 'rainDayMm'] as const),
];
export type PastName = NarrowName | (typeof OF_BOARD)[number];

const PAST_NAMES: ReadonlySet<string> = new Set([...OF_BOARD, ...NARROW.map(({ name }) => name)]);
export const isPastName = (name: string): name is PastName => PAST_NAMES.has(name);

/** Line of a foreign file. */
export interface ReadRow {
  /** End of the interval, or the moment. */
  tS: number;
  /** 0: a moment. Null: the file does not say; a logger's line tells of the time since the one before. */
  widthS: number | null;
  /** In SI. What is not here was not reported. */
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
