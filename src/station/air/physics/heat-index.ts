import { inTemperatureRange, plausibleRh } from './limits.ts';
import { fahrenheit } from './units.ts';

/** The printed chart ends at 58 °C; beyond it the polynomial runs away (206 °C at 50 °C and 100 %). */
const LAST_RESULT_C = 60;
const LAST_INPUT_C = 50;

/**
 * Heat index, °C: the operational algorithm of the US National Weather Service (WPC), evaluated in °F. The temperature itself up
 * to 40 °F, Steadman's simple form up to where its mean with T reaches 80 °F, then Rothfusz's polynomial (SR 90-23, 1990) with
 * its two adjustments. Against the re-derived model of Lu & Romps (2022) it is 8–16 K low in extreme heat.
 */
export function heatIndexC(tC: number | null, rhPct: number | null): number | null {
  const rh = plausibleRh(rhPct);
  if (rh === null || !inTemperatureRange(tC) || tC > LAST_INPUT_C) return null;
  const indexC = ((heatIndexF(fahrenheit(tC), rh) - 32) * 5) / 9;
  return indexC > LAST_RESULT_C ? null : indexC;
}

function heatIndexF(t: number, rh: number): number {
  if (t <= 40) return t;
  const simple = 0.5 * (t + 61 + 1.2 * (t - 68) + 0.094 * rh);
  return (simple + t) / 2 < 80 ? simple : rothfusz(t, rh) + adjustment(t, rh);
}

const rothfusz = (t: number, rh: number): number =>
  -42.379 +
  2.04901523 * t +
  10.14333127 * rh -
  0.22475541 * t * rh -
  6.83783e-3 * t * t -
  5.481717e-2 * rh * rh +
  1.22874e-3 * t * t * rh +
  8.5282e-4 * t * rh * rh -
  1.99e-6 * t * t * rh * rh;

function adjustment(t: number, rh: number): number {
  if (rh < 13 && t >= 80 && t <= 112) return -((13 - rh) / 4) * Math.sqrt((17 - Math.abs(t - 95)) / 17);
  if (rh > 85 && t >= 80 && t <= 87) return ((rh - 85) / 10) * ((87 - t) / 5);
  return 0;
}
