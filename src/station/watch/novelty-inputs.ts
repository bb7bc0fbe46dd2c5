import { HOUR_S } from '../../base/durations.ts';
import type { ClimateValues } from '../forecast/climate/climatology.ts';
import { difference } from '../forecast/grid.ts';
import type { TickRow } from '../tick.ts';

const SUDDEN_S = 900;
export const NOVELTY_LOOK_BACK_S = 3 * HOUR_S;

/** Signals of the slow novelty distance. The floor of each standard deviation keeps a calm month from making the next one strange. */
export const NOVELTY_SIGNALS = [
  { name: 'temperature_anomaly', floor: 0.5, unit: '°C' },
  { name: 'dew_point_anomaly', floor: 0.5, unit: '°C' },
  { name: 'pressure_anomaly', floor: 0.5, unit: 'hPa' },
  { name: 'temperature_change_1h', floor: 0.2, unit: '°C' },
  { name: 'humidity_change_1h', floor: 1, unit: '%' },
  { name: 'pressure_change_3h', floor: 0.2, unit: 'hPa' },
  { name: 'dryness', floor: 0.1, unit: '√°C' },
  { name: 'cloud', floor: 0.2, unit: '' },
] as const;

/** Signals of the sudden novelty distance: a window, a heater, a sensor that jumped. */
export const SUDDEN_SIGNALS = [
  { name: 'temperature_change_15m', floor: 0.1, unit: '°C' },
  { name: 'humidity_change_15m', floor: 0.5, unit: '%' },
] as const;

/**
 * Null when a main value or the climatology is missing. A missing past counts as "no change". `rowAt` looks up the row of a time;
 * on a grid coarser than the look-back the nearest longer step stands in.
 */
export function noveltyInputs(
  row: TickRow,
  usual: ClimateValues,
  stepS: number,
  rowAt: (tS: number) => TickRow | null,
) {
  const { temperatureC, dewPointC, humidityPct, stationHpa, cloudIndex } = row;
  if (temperatureC === null || dewPointC === null || humidityPct === null || stationHpa === null) return null;
  if (usual.temperature === null || usual.dew_point === null || usual.pressure === null) return null;
  const hourAgo = rowAt(row.tS - HOUR_S);
  const threeHoursAgo = rowAt(row.tS - NOVELTY_LOOK_BACK_S);
  const quarterAgo = rowAt(row.tS - Math.max(SUDDEN_S, stepS));
  return {
    slow: [
      temperatureC - usual.temperature,
      dewPointC - usual.dew_point,
      stationHpa - usual.pressure,
      difference(temperatureC, hourAgo?.temperatureC),
      difference(humidityPct, hourAgo?.humidityPct),
      difference(stationHpa, threeHoursAgo?.stationHpa),
      Math.sqrt(Math.max(0, temperatureC - dewPointC)),
      cloudIndex === null ? 0 : cloudIndex - 0.5,
    ],
    sudden: [difference(temperatureC, quarterAgo?.temperatureC), difference(humidityPct, quarterAgo?.humidityPct)],
  };
}
