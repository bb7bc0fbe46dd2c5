import { HOUR_S } from '../../../base/durations.ts';
import { isYes } from '../../../contract/label-value.ts';

/** Label of rain: value and time. */
export interface Word {
  /** 0 dry .. 1 rain. */
  value: number;
  tS: number;
}

/**
 * Logit of a label at its own moment, and its half-life. In the development records rain was worth 1.5 (hourly) to 3.2 (5 min), half of it
 * after two hours; less is used because one label of ten is wrong, and of few labels of rain most may be.
 */
const WET = { logit: 1.6, halfS: 2 * HOUR_S };
const DRY = { logit: -0.3, halfS: 3 * HOUR_S };
/** Age from which a word is ignored: its effect is below notice. */
export const WORD_COUNTS_S = 24 * HOUR_S;

/**
 * Rain stays and so does dry weather: who says that it rains speaks of the next hours, too. To the logit of rain within three hours a word
 * of value v adds |2v − 1|·a/(1 + age/τ).
 */
export function worthOf({ value, tS }: Word, nowS: number): number {
  const { logit, halfS } = isYes(value) ? WET : DRY;
  return (Math.abs(2 * value - 1) * logit) / (1 + Math.max(0, nowS - tS) / halfS);
}
