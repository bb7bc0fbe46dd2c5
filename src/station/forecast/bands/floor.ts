import type { Target } from '../../../contract/names.ts';
import { horizonScale, UNIT } from '../grid.ts';

/**
 * Half-widths before nine forecasts have matured, in units of s_H: 19 of 20 changes over any of the horizons stay within them at
 * temperate stations. Wider than what is learned later, and marked as provisional.
 */
const PRIOR_HALFWIDTH: Readonly<Record<Target, number>> = { temperature: 2, humidity: 2.5, pressure: 3 };
/** A band is never nothing: below this share of a unit no sensor of ours tells two values apart. */
const LEAST = 0.02;
/** A night to come may be surer than the evening before it, but hardly by more: of settled bands one in 250 was. */
const SHRINKS_TO = 0.6;

export const priorHalfwidth = (target: Target, horizonS: number): number =>
  PRIOR_HALFWIDTH[target] * horizonScale(target, horizonS);

/** Other limits of a half-width besides the head's own errors. */
export interface BandCompany {
  target: Target;
  horizonS: number;
  /** 1 with no score yet, 0 once a day of them is there: scores of one hour are one error nine times. */
  youth: number;
  /** Half-width at the next shorter horizon. */
  shorter: number | null;
}

/** Bands of neighbouring horizons belong together: what is further away is not surer without reason, least of all to a young head. */
export function bandFloor(own: number, { target, horizonS, youth, shorter }: BandCompany): number {
  const share = youth > 0 ? 1 : SHRINKS_TO;
  return Math.max(own, LEAST * UNIT[target], share * (shorter ?? 0), youth * priorHalfwidth(target, horizonS));
}
