import { inPressureRange, inTemperatureRange, plausibleRh, ZERO_C_IN_K } from './limits.ts';
import { saturationHpa, saturationIceHpa, saturationTemperatureC } from './saturation.ts';

/** Gas constant of water vapour, J/(kg K). */
const R_VAPOUR = 461.5;
/** Ratio of the molar masses of water and dry air. */
const MASS_RATIO = 0.621945;

/** The partial pressure of the vapour, hPa. Zero at RH 0, which is a valid reading for everything but a dew point. */
function vapourPressureHpa(tC: number | null, rhPct: number | null): number | null {
  const rh = plausibleRh(rhPct);
  return rh === null || !inTemperatureRange(tC) ? null : (saturationHpa(tC) * rh) / 100;
}

/** Dew point over liquid water, °C, also below freezing; at RH 100 it is the temperature itself. Null at RH 0. */
export function dewPointC(tC: number | null, rhPct: number | null): number | null {
  const e = vapourPressureHpa(tC, rhPct);
  if (e === null || e <= 0 || tC === null || rhPct === null) return null;
  return rhPct >= 100 ? tC : Math.min(saturationTemperatureC(e), tC);
}

/** How far the air is from condensing, K; never negative. */
export function dewDepressionK(tC: number | null, rhPct: number | null): number | null {
  const dew = dewPointC(tC, rhPct);
  return dew === null || tC === null ? null : tC - dew;
}

/** Frost point, °C: where the same vapour would saturate over ice. Above 0 °C there is no frost and the dew point is returned. */
export function frostPointC(tC: number | null, rhPct: number | null): number | null {
  const e = vapourPressureHpa(tC, rhPct);
  const dew = dewPointC(tC, rhPct);
  if (e === null || dew === null || dew >= 0.01) return dew;
  let low = dew;
  let high = 0.01; // the triple point, where both curves meet
  for (let i = 0; i < 50; i++) {
    const mid = (low + high) / 2;
    if (saturationIceHpa(mid) < e) low = mid;
    else high = mid;
  }
  return (low + high) / 2;
}

/** Vapour pressure deficit, hPa: e_w(T)(1 − RH/100). */
export function vpdHpa(tC: number | null, rhPct: number | null): number | null {
  const rh = plausibleRh(rhPct);
  return rh === null || !inTemperatureRange(tC) ? null : saturationHpa(tC) * (1 - rh / 100);
}

/** Grams of vapour in a cubic metre of moist air, from the gas law. Pressure does not enter. */
export function absoluteHumidityGM3(tC: number | null, rhPct: number | null): number | null {
  const e = vapourPressureHpa(tC, rhPct);
  return e === null || tC === null ? null : (1e5 * e) / (R_VAPOUR * (tC + ZERO_C_IN_K));
}

const mixingRatio = (eHpa: number, pHpa: number): number => (MASS_RATIO * eHpa) / (pHpa - eHpa);

/**
 * Thermodynamic wet bulb, °C, by the energy balance of ASHRAE Fundamentals (2017), ch. 1 eq. 33, liquid branch at every
 * temperature: it keeps dew point ≤ wet bulb ≤ temperature and has no jump at 0 °C. Takes *station* pressure.
 * W(tw) rises with tw, so a bracketed Newton cannot be led astray.
 */
export function wetBulbC(tC: number | null, rhPct: number | null, stationHpa: number | null): number | null {
  const e = vapourPressureHpa(tC, rhPct);
  if (e === null || tC === null || rhPct === null || !inPressureRange(stationHpa)) return null;
  if (rhPct >= 100) return tC;
  const wanted = mixingRatio(e, stationHpa);
  const excess = (twC: number): number => {
    const saturated = mixingRatio(saturationHpa(twC), stationHpa);
    return ((2501 - 2.326 * twC) * saturated - 1.006 * (tC - twC)) / (2501 + 1.86 * tC - 4.186 * twC) - wanted;
  };
  let low = e > 0 ? Math.max(saturationTemperatureC(e), tC - 60) : tC - 60;
  let high = tC;
  let twC = low + 0.6 * (high - low);
  for (let i = 0; i < 60 && high - low > 1e-7; i++) {
    const f = excess(twC);
    if (f > 0) high = twC;
    else low = twC;
    const slope = (excess(twC + 1e-4) - f) / 1e-4;
    const next = twC - f / slope;
    if (Math.abs(next - twC) < 1e-8) break;
    twC = next > low && next < high ? next : (low + high) / 2;
  }
  return Math.min(Math.max(twC, low), high);
}

/**
 * Moves a relative humidity from the temperature of the sensor's element to that of the air, the vapour pressure kept:
 * RH_air = RH_el e_w(T_el)/e_w(T_air). Not clamped: the callers' own offset comes first.
 */
export function rhAtAirTemperature(rhPct: number, elementC: number, airC: number): number {
  return (rhPct * saturationHpa(elementC)) / saturationHpa(airC);
}

/** The psychrometric correction of a reading: humidity at air temperature, 0..100, and the change it made in points. */
export function psychrometricRh(rhPct: number | null, elementC: number | null, airC: number | null) {
  const rh = plausibleRh(rhPct);
  if (rh === null || !inTemperatureRange(elementC) || !inTemperatureRange(airC)) return null;
  const moved = Math.min(100, Math.max(0, rhAtAirTemperature(rh, elementC, airC)));
  return { rhPct: moved, termPct: moved - rh };
}
