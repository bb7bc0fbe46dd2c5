import { HOUR_S } from '../../../base/durations.ts';
import { ZERO_C_IN_K } from './limits.ts';

const RAD = Math.PI / 180;
const SOLAR_CONSTANT_MJ_H = 4.92;
/** Stefan and Boltzmann's, MJ/(m² K⁴) in an hour. */
const SIGMA_MJ_H = 2.043e-10;
const ALBEDO = 0.23;

/** Means of one hour over the reference grass. */
export interface Et0Inputs {
  temperatureC: number;
  humidityPct: number;
  /** At 2 m. */
  windMs: number;
  solarWm2: number;
  stationHpa: number;
  /** Radiation over that of a clear sky, .3 to 1; at night that of the afternoon before. */
  clearness: number;
}

const vapourKpa = (tC: number): number => 0.6108 * Math.exp((17.27 * tC) / (tC + 237.3));

/** Radiation of a clear sky, W/m², from that at the top of the atmosphere (FAO-56, eq. 37). 0 at night. */
export function et0ClearSkyWm2(elevationDeg: number, dayOfYear: number, altitudeM: number): number {
  const sine = Math.sin(elevationDeg * RAD);
  if (sine <= 0) return 0;
  const distance = 1 + 0.033 * Math.cos((2 * Math.PI * dayOfYear) / 365);
  return ((0.75 + 2e-5 * altitudeM) * SOLAR_CONSTANT_MJ_H * distance * sine * 1e6) / HOUR_S;
}

/**
 * Reference evapotranspiration of one hour, mm: Penman and Monteith's equation over short grass, in the hourly form of FAO-56 (Allen et al.
 * 1998, eq. 53). Its own saturation pressure and psychrometric constant are part of the standard. Never below 0: dew is not counted.
 */
export function hourlyEt0Mm(means: Et0Inputs): number {
  const { temperatureC: tC, humidityPct, windMs, solarWm2, stationHpa, clearness } = means;
  const saturation = vapourKpa(tC);
  const vapour = (saturation * humidityPct) / 100;
  const slope = (4098 * saturation) / (tC + 237.3) ** 2;
  const psychrometric = 0.665e-3 * (stationHpa / 10);
  const shortwave = (1 - ALBEDO) * solarWm2 * HOUR_S * 1e-6;
  const longwave = SIGMA_MJ_H * (tC + ZERO_C_IN_K) ** 4 * (0.34 - 0.14 * Math.sqrt(vapour)) * (1.35 * clearness - 0.35);
  const net = shortwave - longwave;
  const soil = solarWm2 > 0 ? 0.1 * net : 0.5 * net;
  const drying = ((psychrometric * 37) / (tC + ZERO_C_IN_K)) * windMs * (saturation - vapour);
  return Math.max(0, (0.408 * slope * (net - soil) + drying) / (slope + psychrometric * (1 + 0.34 * windMs)));
}
