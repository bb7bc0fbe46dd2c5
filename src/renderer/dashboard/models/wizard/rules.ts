import type { Units } from '../../../kit/format.ts';
import { storedOf } from '../../../kit/stored-of.ts';

/** Quantity that is calibrated. */
export type Subject = 'temperature' | 'humidity';

/** Rates above which the station and an instrument beside it differ because they are slow. */
const STEADY_C_PER_H = 0.8;
const STEADY_PCT_PER_H = 3;
/** Difference from which a typing error is likelier than a wrong sensor. */
const ASK_ABOVE = { temperature: 5, humidity: 20 } as const;

/** Least time of station and instrument together, also in still air: a thermometer from a pocket is slow, a hygrometer slower. */
export const TOGETHER_S = { temperature: 20 * 60, humidity: 30 * 60 } as const;

/**
 * State of the air, as the live sensor shows it. The value is undefined until the page has had its first reading: that is no fault of the
 * sensor.
 */
export function airOf(
  subject: Subject,
  value: number | null | undefined,
  ratePerH: number | null,
  isStale: boolean,
  togetherS: number,
) {
  if (value === undefined) return 'connecting';
  if (isStale || value === null) return 'no-reading';
  if (ratePerH === null) return 'unknown-rate';
  if (Math.abs(ratePerH) > (subject === 'temperature' ? STEADY_C_PER_H : STEADY_PCT_PER_H)) return 'moving';
  return togetherS < TOGETHER_S[subject] ? 'settling' : 'steady';
}

export const BOUNDS = { temperature: [-60, 60], humidity: [0, 100] } as const;

/** The reader's number in the unit the station asks for; null when no such air exists. */
export function referenceOf(subject: Subject, typed: number | null, units: Units): number | null {
  if (typed === null || !Number.isFinite(typed)) return null;
  const [low, high] = BOUNDS[subject];
  const stored = storedOf(subject, typed, units);
  return stored >= low && stored <= high ? stored : null;
}

/** Whether a reference is so far from the station's value that the page asks again. */
export const isDoubtful = (subject: Subject, reference: number, shown: number): boolean =>
  Math.abs(reference - shown) > ASK_ABOVE[subject];
