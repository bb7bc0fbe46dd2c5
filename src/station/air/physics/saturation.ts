import { ZERO_C_IN_K } from './limits.ts';

/** Below this the water formula is out of its domain; no dew point is looked for there. */
const COLDEST_C = 123 - ZERO_C_IN_K;

/** ln of the saturation vapour pressure over liquid water in Pa. Murphy & Koop 2005, eq. 10, 123..332 K; 0.04 % up to 60 °C. */
function lnSaturationPa(tC: number): number {
  const tK = tC + ZERO_C_IN_K;
  const lnT = Math.log(tK);
  return (
    54.842763 -
    6763.22 / tK -
    4.21 * lnT +
    0.000367 * tK +
    Math.tanh(0.0415 * (tK - 218.8)) * (53.878 - 1331.22 / tK - 9.44523 * lnT + 0.014025 * tK)
  );
}

/** d ln e / dT of the above, 1/K. */
function lnSaturationSlope(tC: number): number {
  const tK = tC + ZERO_C_IN_K;
  const th = Math.tanh(0.0415 * (tK - 218.8));
  const inner = 53.878 - 1331.22 / tK - 9.44523 * Math.log(tK) + 0.014025 * tK;
  return (
    6763.22 / (tK * tK) -
    4.21 / tK +
    0.000367 +
    0.0415 * (1 - th * th) * inner +
    th * (1331.22 / (tK * tK) - 9.44523 / tK + 0.014025)
  );
}

/**
 * Saturation vapour pressure over plane liquid water, hPa, also below 0 °C: relative humidity is relative to liquid water at
 * every temperature (WMO practice, and what capacitive sensors are calibrated to).
 */
export const saturationHpa = (tC: number): number => 0.01 * Math.exp(lnSaturationPa(tC));

/** Saturation vapour pressure over plane ice, hPa. Murphy & Koop 2005, eq. 7, above 110 K. */
export function saturationIceHpa(tC: number): number {
  const tK = tC + ZERO_C_IN_K;
  return 0.01 * Math.exp(9.550426 - 5723.265 / tK + 3.53068 * Math.log(tK) - 0.00728332 * tK);
}

/**
 * The temperature at which `eHpa` saturates over water: Newton on ln e from the inverse of the Magnus form. ln e is concave and
 * steep, so two or three steps reach 1e-9 K anywhere a thermometer goes.
 */
export function saturationTemperatureC(eHpa: number): number {
  const lnE = Math.log(Math.max(eHpa, Number.MIN_VALUE * 1e9)); // a subnormal would divide to 0
  const target = lnE + Math.log(100);
  const magnus = lnE - Math.log(6.112);
  let tC = Math.max((243.12 * magnus) / (17.62 - magnus), COLDEST_C);
  for (let i = 0; i < 20; i++) {
    const step = (lnSaturationPa(tC) - target) / lnSaturationSlope(tC);
    tC = Math.max(tC - step, COLDEST_C);
    if (Math.abs(step) < 1e-9) break;
  }
  return tC;
}
