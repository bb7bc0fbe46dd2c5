import { HOUR_S } from '../../../durations.ts';

/** What somebody said, and of when. */
export interface Word {
  /** 0 dry .. 1 rain. */
  value: number;
  tS: number;
}

/**
 * What a word is worth at its own moment, as a logit, and after how long half of it is left. Rain told of was worth 1.5 (hourly) to 3.2
 * (5 min) and half of that after two hours in the development records; less is said because one word of ten is wrong, and of few
 * words of rain most may be.
 */
const WET = { logit: 1.6, halfS: 2 * HOUR_S };
const DRY = { logit: -0.3, halfS: 3 * HOUR_S };
/** An older word is forgotten: what is left of it nobody would notice. */
export const WORD_COUNTS_S = 24 * HOUR_S;

/**
 * Rain stays and so does dry weather: who says that it rains speaks of the next hours, too. To the logit of rain within three hours a word
 * of value v adds |2v − 1|·a/(1 + age/τ).
 */
export function worthOf({ value, tS }: Word, nowS: number): number {
  const { logit, halfS } = value >= 0.5 ? WET : DRY;
  return (Math.abs(2 * value - 1) * logit) / (1 + Math.max(0, nowS - tS) / halfS);
}
