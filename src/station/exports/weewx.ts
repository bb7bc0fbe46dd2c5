import { HPA_PER_INHG, MM_PER_INCH, MS_PER_KMH, MS_PER_MPH } from '../../quantities/measures.ts';
import { quantitiesWith } from '../../quantities/names.ts';
import type { WeewxRecord } from '../store/exports/weewx-file.ts';
import type { PastRow, WideName } from '../store/queries/past-rows.ts';

/** Air that the station's own board measures. */
type Core = 'indoor' | 'outdoor';
type Dimension = 'temperature' | 'pressure' | 'speed' | 'rain' | 'rate' | 'distance' | 'plain';

const times =
  (factor: number) =>
  (value: number): number =>
    value * factor;
const asIs = (value: number): number => value;
const KM_PER_MILE = 1.609_344;

/** Unit systems of WeeWX by their `usUnits`, each as the way from ours. */
const SYSTEMS = {
  us: {
    usUnits: 1,
    temperature: (celsius: number) => celsius * 1.8 + 32,
    pressure: times(1 / HPA_PER_INHG),
    speed: times(1 / MS_PER_MPH),
    rain: times(1 / MM_PER_INCH),
    rate: times(1 / MM_PER_INCH),
    distance: times(1 / KM_PER_MILE),
    plain: asIs,
  },
  metric: {
    usUnits: 16,
    temperature: asIs,
    pressure: asIs,
    speed: times(1 / MS_PER_KMH),
    rain: times(0.1),
    rate: times(0.1),
    distance: asIs,
    plain: asIs,
  },
  metricwx: {
    usUnits: 17,
    temperature: asIs,
    pressure: asIs,
    speed: asIs,
    rain: asIs,
    rate: asIs,
    distance: asIs,
    plain: asIs,
  },
} satisfies Record<string, { usUnits: number } & Record<Dimension, (value: number) => number>>;
export type WeewxSystem = keyof typeof SYSTEMS;
export const WEEWX_SYSTEMS = Object.keys(SYSTEMS) as WeewxSystem[];

type Wide = readonly [column: string, from: WideName, dimension: Dimension];
const PRESSURES: readonly Wide[] = [
  ['pressure', 'press_smooth', 'pressure'],
  ['barometer', 'press_slp', 'pressure'],
  ['altimeter', 'press_slp', 'pressure'],
  ['luminosity', 'lux', 'plain'],
];
const AIR: Readonly<Record<Core, readonly Wide[]>> = {
  indoor: [
    ['inTemp', 'temp_smooth', 'temperature'],
    ['inHumidity', 'hum_smooth', 'plain'],
    ['inDewpoint', 'dew', 'temperature'],
    // A heard sensor, which follows, wins over the board's probe.
    ['outTemp', 'outdoor_c', 'temperature'],
  ],
  outdoor: [
    ['outTemp', 'temp_smooth', 'temperature'],
    ['outHumidity', 'hum_smooth', 'plain'],
    ['dewpoint', 'dew', 'temperature'],
  ],
};

/** Narrow quantities that WeeWX has a column for. Soil moisture and leaf wetness are other scales there. */
const NARROW: Readonly<Record<string, readonly [column: string, dimension: Dimension]>> = {
  windSpeedMs: ['windSpeed', 'speed'],
  windGustMs: ['windGust', 'speed'],
  windDirectionDeg: ['windDir', 'plain'],
  rainMm: ['rain', 'rain'],
  rainRateMmH: ['rainRate', 'rate'],
  solarWm2: ['radiation', 'plain'],
  uvIndex: ['UV', 'plain'],
  et0Mm: ['ET', 'rain'],
  lightningStrikes: ['lightning_strike_count', 'plain'],
  lightningKm: ['lightning_distance', 'distance'],
  co2Ppm: ['co2', 'plain'],
  pm25Ugm3: ['pm2_5', 'plain'],
  pm10Ugm3: ['pm10_0', 'plain'],
  ...Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [`channel${i + 1}C`, [`extraTemp${i + 1}`, 'temperature']]),
  ),
  ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`channel${i + 1}Pct`, [`extraHumid${i + 1}`, 'plain']])),
  ...Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`probe${i + 1}C`, [`soilTemp${i + 1}`, 'temperature']])),
};
/** Of another sensor's air, where the board is indoors. */
const HEARD_AIR: typeof NARROW = {
  outdoorTemperatureC: ['outTemp', 'temperature'],
  outdoorHumidityPct: ['outHumidity', 'plain'],
};
const narrowOf = (table: typeof NARROW) =>
  quantitiesWith('narrow').flatMap(({ name, narrow }) => {
    const [column, dimension] = table[name] ?? [];
    return column && dimension ? [{ narrow, column, dimension }] : [];
  });
const OF_NARROW = narrowOf(NARROW);
const OF_HEARD_AIR = narrowOf(HEARD_AIR);

/** A stored row as WeeWX records it: under the end of its interval, in one system of units. */
export function weewxRecord(row: PastRow, core: Core, system: WeewxSystem): WeewxRecord {
  const ways = SYSTEMS[system];
  const values = new Map<string, number>();
  for (const [column, from, dimension] of [...PRESSURES, ...AIR[core]]) {
    const { value } = row.wide[from];
    if (value !== null) values.set(column, ways[dimension](value));
  }
  for (const { narrow, column, dimension } of core === 'indoor' ? [...OF_NARROW, ...OF_HEARD_AIR] : OF_NARROW) {
    const value = row.narrow.get(narrow)?.value ?? null;
    if (value !== null) values.set(column, ways[dimension](value));
  }
  return { dateTime: row.startS + row.widthS, usUnits: ways.usUnits, minutes: row.widthS / 60, values };
}
