import { converted } from '../../quantities/imperial.ts';
import { MS_PER_KMH } from '../../quantities/measures.ts';
import { quantitiesWith } from '../../quantities/names.ts';
import type { WeewxRecord } from '../store/exports/weewx-file.ts';
import type { PastRow, WideName } from '../store/queries/past-rows.ts';

/** Air that the station's own board measures. */
type Core = 'indoor' | 'outdoor';

/** Kilometres an hour and centimetres for the station's units. */
const METRIC: Readonly<Record<string, number>> = { 'm/s': 1 / MS_PER_KMH, mm: 0.1, 'mm/h': 0.1 };

/** Unit systems of WeeWX by their `usUnits`, each as the way from ours. */
const SYSTEMS = {
  us: { usUnits: 1, from: (value: number, unit: string) => converted(value, unit, 'imperial') },
  metric: { usUnits: 16, from: (value: number, unit: string) => value * (METRIC[unit] ?? 1) },
  metricwx: { usUnits: 17, from: (value: number) => value },
};
export type WeewxSystem = keyof typeof SYSTEMS;
export const WEEWX_SYSTEMS = Object.keys(SYSTEMS) as WeewxSystem[];

type Wide = readonly [column: string, from: WideName, unit: string];
const PRESSURES: readonly Wide[] = [
  ['pressure', 'press_smooth', 'hPa'],
  ['barometer', 'press_slp', 'hPa'],
  ['altimeter', 'press_slp', 'hPa'],
  ['luminosity', 'lux', 'lx'],
];
const AIR: Readonly<Record<Core, readonly Wide[]>> = {
  indoor: [
    ['inTemp', 'temp_smooth', '°C'],
    ['inHumidity', 'hum_smooth', '%'],
    ['inDewpoint', 'dew', '°C'],
    // A heard sensor, which follows, wins over the board's probe.
    ['outTemp', 'outdoor_c', '°C'],
  ],
  outdoor: [
    ['outTemp', 'temp_smooth', '°C'],
    ['outHumidity', 'hum_smooth', '%'],
    ['dewpoint', 'dew', '°C'],
  ],
};

/** Narrow quantities that WeeWX has a column for. Soil moisture and leaf wetness are other scales there. */
const NARROW: Readonly<Record<string, string>> = {
  windSpeedMs: 'windSpeed',
  windGustMs: 'windGust',
  windDirectionDeg: 'windDir',
  rainMm: 'rain',
  rainRateMmH: 'rainRate',
  solarWm2: 'radiation',
  uvIndex: 'UV',
  et0Mm: 'ET',
  lightningStrikes: 'lightning_strike_count',
  lightningKm: 'lightning_distance',
  co2Ppm: 'co2',
  pm25Ugm3: 'pm2_5',
  pm10Ugm3: 'pm10_0',
  ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`channel${i + 1}C`, `extraTemp${i + 1}`])),
  ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`channel${i + 1}Pct`, `extraHumid${i + 1}`])),
  ...Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`probe${i + 1}C`, `soilTemp${i + 1}`])),
};
/** Of another sensor's air, where the board is indoors. */
const HEARD_AIR: typeof NARROW = {
  outdoorTemperatureC: 'outTemp',
  outdoorHumidityPct: 'outHumidity',
};
const narrowOf = (table: typeof NARROW) =>
  quantitiesWith('narrow').flatMap(({ name, narrow, unit }) => {
    const column = table[name];
    return column ? [{ narrow, column, unit }] : [];
  });
const OF_NARROW = narrowOf(NARROW);
const OF_HEARD_AIR = narrowOf(HEARD_AIR);

/** A stored row as WeeWX records it: under the end of its interval, in one system of units. */
export function weewxRecord(row: PastRow, core: Core, system: WeewxSystem): WeewxRecord {
  const { usUnits, from: inItsUnit } = SYSTEMS[system];
  const values = new Map<string, number>();
  for (const [column, from, unit] of [...PRESSURES, ...AIR[core]]) {
    const { value } = row.wide[from];
    if (value !== null) values.set(column, inItsUnit(value, unit));
  }
  for (const { narrow, column, unit } of core === 'indoor' ? [...OF_NARROW, ...OF_HEARD_AIR] : OF_NARROW) {
    const value = row.narrow.get(narrow)?.value ?? null;
    if (value !== null) values.set(column, inItsUnit(value, unit));
  }
  return { dateTime: row.startS + row.widthS, usUnits, minutes: row.widthS / 60, values };
}
