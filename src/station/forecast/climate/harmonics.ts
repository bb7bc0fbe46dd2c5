import { DAY_S } from '../../../base/durations.ts';

const YEAR_DAYS = 365.2425;
export const DIURNAL_HARMONICS = 3;
export const ANNUAL_HARMONICS = 2;
/** Ridge penalty of every term but the constant, in hours. */
export const RIDGE = 2;
export const SHORT_TERMS = 1 + 2 * DIURNAL_HARMONICS;
export const ANNUAL_TERMS = 1 + 2 * ANNUAL_HARMONICS + 2 * DIURNAL_HARMONICS * 3;

/**
 * Angle of the local mean solar day: (t/3600 + longitude/15) mod 24 as radians. Never civil time, which would split the cycle at
 * every change of the clock. Without a longitude the zone's standard offset stands in.
 */
export const solarAngle = (tS: number, dayOffsetS: number): number =>
  (2 * Math.PI * ((((tS + dayOffsetS) % DAY_S) + DAY_S) % DAY_S)) / DAY_S;

export const dayOffsetS = (longitude: number | null, standardOffsetS: number): number =>
  longitude === null ? standardOffsetS : longitude * 240;

/** 1, cos kw, sin kw for k = 1..3: what a few weeks of data can carry. */
export function shortBasis(tS: number, offsetS: number): Float64Array {
  const w = solarAngle(tS, offsetS);
  const z = new Float64Array(SHORT_TERMS);
  z[0] = 1;
  for (let k = 1; k <= DIURNAL_HARMONICS; k++) {
    z[2 * k - 1] = Math.cos(k * w);
    z[2 * k] = Math.sin(k * w);
  }
  return z;
}

/** 1, two annual waves, and three daily waves whose amplitude and phase follow the first annual one (Vinnikov & Robock 2004). */
export function annualBasis(tS: number, offsetS: number): Float64Array {
  const day = shortBasis(tS, offsetS);
  const y = (2 * Math.PI * (tS / DAY_S)) / YEAR_DAYS;
  const cosY = Math.cos(y);
  const sinY = Math.sin(y);
  const z = new Float64Array(ANNUAL_TERMS);
  z.set([1, cosY, sinY, Math.cos(2 * y), Math.sin(2 * y)]);
  for (let i = 1, at = 5; i < SHORT_TERMS; i++) {
    z[at++] = day[i]!;
    z[at++] = day[i]! * cosY;
    z[at++] = day[i]! * sinY;
  }
  return z;
}
