import { HOUR_S } from '../../../base/durations.ts';
import type { TickRow } from '../../tick.ts';
import { clip, difference } from '../grid.ts';

/** Rain features, in the order of the weights. Names are those of the API's `coefficients`. */
export const RAIN_FEATURES = [
  'bias',
  'dew_depression',
  'humidity',
  'pressure_change_3h',
  'pressure_level',
  'cloudiness_90m',
  'temp_change_1h',
  'humidity_change_1h',
  'humid_and_cloudy',
] as const;

const CLOUD_S = 5400;
const CLOUD_AT = RAIN_FEATURES.indexOf('cloudiness_90m');
/** History length that the features of one moment need. */
export const RAIN_LOOK_BACK_S = 3 * HOUR_S;

export const clip3 = (value: number): number => clip(value, -3, 3);

/** The row a time belongs to: the newest one not after it and not older than a step. `rows` ascend in time. */
export function rowAt(rows: readonly TickRow[], tS: number, stepS: number): TickRow | null {
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i]!;
    if (row.tS <= tS) return row.tS > tS - stepS ? row : null;
  }
  return null;
}

/**
 * The features of one moment from the rows around it: the same live, for a label given late, and in a backtest. What is missing
 * counts as 0, which is nothing unusual; without a humidity there are no features at all. `meanHpa`: the station's mean pressure
 * of the last month.
 */
export function rainFeatures(
  rows: readonly TickRow[],
  tS: number,
  meanHpa: number | null,
  stepS: number,
): Float64Array | null {
  const now = rowAt(rows, tS, stepS);
  if (now === null || now.humidityPct === null) return null;
  const hourAgo = rowAt(rows, now.tS - HOUR_S, stepS);
  const threeHoursAgo = rowAt(rows, now.tS - 3 * HOUR_S, stepS);
  const { temperatureC, dewPointC, humidityPct, stationHpa } = now;
  const dampness = clip3((humidityPct - 75) / 15);
  const cloudiness = clip3(meanCloudiness(rows, now.tS) ?? 0);
  return Float64Array.of(
    1,
    temperatureC === null || dewPointC === null ? 0 : clip3((temperatureC - dewPointC - 4) / 4),
    dampness,
    clip3(difference(stationHpa, threeHoursAgo?.stationHpa) / 2),
    stationHpa === null || meanHpa === null ? 0 : clip3((stationHpa - meanHpa) / 10),
    cloudiness,
    clip3(difference(temperatureC, hourAgo?.temperatureC) / 2),
    clip3(difference(humidityPct, hourAgo?.humidityPct) / 8),
    clip3(dampness * cloudiness),
  );
}

/** Mean of 2n − 1 over 90 minutes, null where no sky was seen. */
export function meanCloudiness(rows: readonly TickRow[], tS: number): number | null {
  let sum = 0;
  let n = 0;
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i]!;
    if (row.tS <= tS - CLOUD_S) break;
    if (row.tS > tS || row.cloudIndex === null) continue;
    sum += 2 * row.cloudIndex - 1;
    n += 1;
  }
  return n === 0 ? null : sum / n;
}

/** Dry air under a bright sky: it is not raining, and nobody needs to say so. */
export const isPlainlyDry = (humidityPct: number | null, features: Float64Array): boolean =>
  humidityPct !== null && humidityPct < 55 && features[CLOUD_AT]! <= -0.5;
