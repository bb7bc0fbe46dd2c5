import type { Units } from '../../format.ts';

/** The rules of a good reference, apart from the page that asks for it. */
export type Subject = 'temperature' | 'humidity';

/** Faster than this, the station and a thermometer beside it disagree by their own slowness. */
const STEADY_C_PER_H = 0.8;
const STEADY_PCT_PER_H = 3;

export const isSteady = (subject: Subject, ratePerH: number | null): boolean =>
  ratePerH !== null && Math.abs(ratePerH) <= (subject === 'temperature' ? STEADY_C_PER_H : STEADY_PCT_PER_H);

/** The reader's number in the unit the station asks for; null when no such air exists. */
export function referenceOf(subject: Subject, typed: number | null, units: Units): number | null {
  if (typed === null || !Number.isFinite(typed)) return null;
  if (subject === 'humidity') return typed >= 0 && typed <= 100 ? typed : null;
  const celsius = units === 'imperial' ? (typed - 32) / 1.8 : typed;
  return celsius >= -60 && celsius <= 60 ? celsius : null;
}
