import { HOUR_S } from '../../base/durations.ts';
import type { Config } from '../../config/config.ts';
import type { Pressure } from '../../contract/conditions.ts';
import { reductionHeightM, seaLevelHpa, seaLevelWmoHpa } from '../air/physics/pressure.ts';
import type { TickRow } from '../tick.ts';

/** The WMO reduction goes by the air of so long. */
export const MEAN_OVER_S = 12 * HOUR_S;
/** Fewer rows than this are no mean: two hours of the grid. */
const LEAST_ROWS = 24;

/** The pressure in three kinds, as `/api/pressure` tells them. `rows` are those of the last twelve hours. */
export function pressureOf(site: Config['site'], measuredHpa: number | null, rows: readonly TickRow[]): Pressure {
  const offsetHpa = site.pressure_offset_hpa;
  const stationHpa = measuredHpa === null ? null : measuredHpa + offsetHpa;
  const air = site.indoors ? [] : rows;
  const meanC = mean(air.map(({ temperatureC }) => temperatureC));
  const meanPct = mean(air.map(({ humidityPct }) => humidityPct));
  return {
    station_hpa: stationHpa,
    sea_level_hpa: seaLevelWmoHpa(stationHpa, site.altitude_m, meanC, meanPct),
    altimeter_hpa: seaLevelHpa(measuredHpa, reductionHeightM(site)),
    offset_hpa: offsetHpa,
    altitude_m: site.altitude_m,
    mean_temperature: meanC,
    indoors: site.indoors,
  };
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < LEAST_ROWS ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
