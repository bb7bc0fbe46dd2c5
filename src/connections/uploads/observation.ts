import type { Config } from '../../config/config.ts';
import { SENT_NARROW } from '../../quantities/names.ts';
import { dewPointC } from '../../station/air/physics/humidity.ts';
import { inPressureRange, inTemperatureRange, plausibleRh } from '../../station/air/physics/limits.ts';
import type { OutboxRow, OutsideRow } from '../../station/outbox/row.ts';

const names = [...SENT_NARROW.map(({ name }) => name), 'rainHourMm', 'rainTodayMm'];
export const NOTHING_OUTSIDE = Object.fromEntries(names.map((name) => [name, null])) as OutsideRow;

type Measured = Pick<
  OutboxRow,
  'tS' | 'temperatureC' | 'humidityPct' | 'outdoorC' | 'stationHpa' | 'seaLevelHpa' | 'outside'
>;

/** Place of the station, as far as it is set. */
export type Place = Pick<
  Config['site'],
  'name' | 'latitude' | 'longitude' | 'altitude_m' | 'pressure_offset_hpa' | 'indoors'
>;

/** Observation for public networks: outdoor air only, and only measured values. */
export interface Observation {
  tS: number;
  airC: number | null;
  humidityPct: number | null;
  dewPointC: number | null;
  stationHpa: number | null;
  seaLevelHpa: number | null;
  /** Wind, rain and sun: always of the air outside. */
  outside: Omit<OutsideRow, 'outdoorHumidityPct'>;
}

/**
 * Privacy rule of public networks: with the board indoors its temperature and humidity stay here, and only the probe describes the air
 * outside. Pressure is the same on both sides of a wall. With the board outdoors its own temperature goes first, because humidity and dew
 * point belong to it; the probe stands in if it is unknown. The owner's correction of the barometer is in both pressures: rows have it at
 * sea level only.
 */
export function observed(
  row: Measured,
  { indoors, pressure_offset_hpa: offsetHpa }: Pick<Place, 'indoors' | 'pressure_offset_hpa'>,
): Observation {
  const boardC = !indoors && inTemperatureRange(row.temperatureC) ? row.temperatureC : null;
  const outdoorC = inTemperatureRange(row.outdoorC) ? row.outdoorC : null;
  const { outdoorHumidityPct: outdoorPct, ...outside } = row.outside?.() ?? NOTHING_OUTSIDE;
  // Humidity belongs to the thermometer beside it.
  const humidityPct = plausibleRh(boardC === null ? (outdoorC === null ? null : outdoorPct) : row.humidityPct);
  const stationHpa = row.stationHpa === null ? null : row.stationHpa + offsetHpa;
  return {
    tS: row.tS,
    airC: boardC ?? outdoorC,
    humidityPct,
    dewPointC: dewPointC(boardC ?? outdoorC, humidityPct),
    stationHpa: inPressureRange(stationHpa) ? stationHpa : null,
    seaLevelHpa: inPressureRange(row.seaLevelHpa) ? row.seaLevelHpa : null,
    outside,
  };
}
