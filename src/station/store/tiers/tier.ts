import { HOUR_S } from '../../../base/durations.ts';

/**
 * The record is kept in tiers, each coarser table made from the one before it and the first from the samples. Everyone who reads
 * or writes rows asks a tier for its table, its width and its neighbours.
 */
export const RAW = {
  folded: false,
  table: 'sample',
  /** Tier number in answers and CSV. */
  number: 0,
  /** Key of the mark from which rows of this tier are kept. */
  mark: 'raw',
  /** Column of a row's time, and how many of its units are a second. */
  key: 'ts_ms',
  perS: 1000,
  /** In SQL: how many samples some rows stand for. */
  count: 'count(*)',
} as const;

export interface FoldedTier {
  readonly folded: true;
  readonly table: 'five_min' | 'hourly' | 'half_day';
  /** Tier number in answers, CSV and rows. */
  readonly number: number;
  /** `ts` of a row is its start, epoch seconds, and a multiple of this. */
  readonly widthS: number;
  readonly finer: Tier;
  readonly key: 'ts';
  readonly perS: 1;
  readonly count: 'sum(n)';
}

export type Tier = typeof RAW | FoldedTier;

const FOLD = { folded: true, key: 'ts', perS: 1, count: 'sum(n)' } as const;
export const FIVE_MIN = { ...FOLD, table: 'five_min', number: 1, widthS: 300, finer: RAW, mark: 'five_min' } as const;
export const HOURLY = { ...FOLD, table: 'hourly', number: 2, widthS: HOUR_S, finer: FIVE_MIN } as const;

/** An index more than a tier: all its hours stay, but a chart of a year reads 732 rows and not 8784. */
export const HALF_DAY = { ...FOLD, table: 'half_day', number: 3, widthS: 12 * HOUR_S, finer: HOURLY } as const;

/** Finest first: in this order they are made. */
export const FOLDED = [FIVE_MIN, HOURLY, HALF_DAY] as const;

/** Tiers whose rows go with age, when the coarser one has taken them in. The hourly rows stay for good. */
export type AgeingTier = typeof RAW | typeof FIVE_MIN;

export interface Retention {
  rawRetentionDays: number;
  fiveMinRetentionDays: number;
}

export const coarserThan = (tier: FoldedTier): FoldedTier | null => FOLDED.find(({ finer }) => finer === tier) ?? null;

/** Something of each folded tier, its statements above all, found under the name of its table. */
export const ofEach = <T>(make: (tier: FoldedTier) => T): Record<FoldedTier['table'], T> => ({
  five_min: make(FIVE_MIN),
  hourly: make(HOURLY),
  half_day: make(HALF_DAY),
});
/** The same of each tier, the samples among them. */
export const ofAll = <T>(make: (tier: Tier) => T): Record<Tier['table'], T> => ({ sample: make(RAW), ...ofEach(make) });

export const floorTo = (tS: number, widthS: number): number => Math.floor(tS / widthS) * widthS;

/** In SQL: the start of the row of a tier that a finer row belongs to. */
export const startIn = ({ widthS, finer }: FoldedTier): string => `${finer.key} / ${widthS * finer.perS} * ${widthS}`;
