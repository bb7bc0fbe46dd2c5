import { HOUR_S } from '../../../base/durations.ts';
import { saturationHpa, saturationIceHpa } from '../../air/physics/saturation.ts';
import { type Place, solarPosition } from '../../air/physics/sun.ts';
import type { TickRow } from '../../tick.ts';
import { difference } from '../grid.ts';
import { meanCloudiness, rowAt } from './features.ts';

/**
 * Inputs of the prior, in the order of its tables. Few, and with the same meaning everywhere: of ninety tried, these helped a place that
 * was not among those of the training.
 */
export const PRIOR_INPUTS = [
  'humidity_over_ice',
  'pressure_change_3h',
  'pressure_in_spreads',
  'humidity_change_1h',
  'temp_change_3h',
  'sun_elevation',
  'sun_rise_1h',
  'cloudiness_90m',
] as const;

export type PriorInputs = NonNullable<ReturnType<typeof priorInputs>>;

/** Below freezing, air that is full for ice: there a water hygrometer never reads 100 %. */
function humidityOverIcePct(temperatureC: number | null, humidityPct: number): number {
  if (temperatureC === null || temperatureC >= 0) return humidityPct;
  return Math.min(105, (humidityPct * saturationHpa(temperatureC)) / saturationIceHpa(temperatureC));
}

/**
 * Missing inputs count as 0: no change, a normal pressure, a sun on the horizon. Null without humidity. `usual`: mean and spread of the
 * station's pressure over the last month; `lit`: whether a sky was seen in the last hour and a half.
 */
export function priorInputs(
  rows: readonly TickRow[],
  tS: number,
  usual: { meanHpa: number | null; spreadHpa: number },
  stepS: number,
  place: Place,
) {
  const now = rowAt(rows, tS, stepS);
  if (now === null || now.humidityPct === null) return null;
  const hourAgo = rowAt(rows, now.tS - HOUR_S, stepS);
  const threeHoursAgo = rowAt(rows, now.tS - 3 * HOUR_S, stepS);
  const elevationDeg = solarPosition(now.tS, place)?.elevationDeg ?? 0;
  const anHourAgoDeg = solarPosition(now.tS - HOUR_S, place)?.elevationDeg ?? 0;
  const cloudiness = meanCloudiness(rows, now.tS);
  const values = Float64Array.of(
    humidityOverIcePct(now.temperatureC, now.humidityPct),
    difference(now.stationHpa, threeHoursAgo?.stationHpa),
    now.stationHpa === null || usual.meanHpa === null ? 0 : (now.stationHpa - usual.meanHpa) / usual.spreadHpa,
    difference(now.humidityPct, hourAgo?.humidityPct),
    difference(now.temperatureC, threeHoursAgo?.temperatureC),
    elevationDeg,
    elevationDeg - anHourAgoDeg,
    cloudiness ?? 0,
  );
  return { values, lit: cloudiness !== null };
}
