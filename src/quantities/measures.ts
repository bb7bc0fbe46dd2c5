import { HPA_PER_INHG, KM_PER_MILE, MM_PER_INCH, MS_PER_MPH } from './unit-factors.ts';

export type Convert = (value: number) => number;
export const same: Convert = (value) => value;
export const times =
  (factor: number): Convert =>
  (value) =>
    value * factor;

/** Factors to the station's units. */
export const MS_PER_KMH = 1 / 3.6;
const MS_PER_KNOT = 0.514_444;
const HPA_PER_MMHG = 1.333_223_87;

interface Measure {
  /** Symbol of the unit; empty for a plain number. */
  unit: string;
  decimals: number;
  /** Units that a person may choose over MQTT, each with its conversion. */
  from: Readonly<Record<string, Convert>>;
}

/**
 * Table of measures, by the word that ends a value's name: `temperature_c`, `co2_ppm`. Page, MQTT and the decoders of bought stations take
 * their units from it. Plain data, because the page loads it. Further spellings stand in `station/inputs/units.ts`.
 */
export const MEASURES = {
  c: {
    unit: '°C',
    decimals: 1,
    from: { '°C': same, '°F': (fahrenheit) => ((fahrenheit - 32) * 5) / 9, K: (kelvin) => kelvin - 273.15 },
  },
  hpa: {
    unit: 'hPa',
    decimals: 1,
    from: { hPa: same, Pa: times(0.01), kPa: times(10), mmHg: times(HPA_PER_MMHG), inHg: times(HPA_PER_INHG) },
  },
  ms: {
    unit: 'm/s',
    decimals: 1,
    from: { 'm/s': same, 'km/h': times(MS_PER_KMH), mph: times(MS_PER_MPH), kn: times(MS_PER_KNOT) },
  },
  mm: { unit: 'mm', decimals: 1, from: { mm: same, cm: times(10), in: times(MM_PER_INCH) } },
  mmh: { unit: 'mm/h', decimals: 1, from: { 'mm/h': same, 'in/h': times(MM_PER_INCH) } },
  pct: { unit: '%', decimals: 0, from: { '%': same, '1': times(100) } },
  lx: { unit: 'lx', decimals: 0, from: { lx: same, klx: times(1000) } },
  km: { unit: 'km', decimals: 0, from: { km: same, m: times(0.001), mi: times(KM_PER_MILE) } },
  ppm: { unit: 'ppm', decimals: 0, from: { ppm: same, '%': times(10_000) } },
  wm2: { unit: 'W/m²', decimals: 0, from: { 'W/m²': same } },
  deg: { unit: '°', decimals: 0, from: { deg: same } },
  ugm3: { unit: 'µg/m³', decimals: 1, from: { 'µg/m³': same } },
  cb: { unit: 'cb', decimals: 0, from: { cb: same } },
  db: { unit: 'dB', decimals: 0, from: { dB: same } },
  index: { unit: '', decimals: 1, from: {} },
} as const satisfies Readonly<Record<string, Measure>>;
export type MeasureName = keyof typeof MEASURES;

/**
 * Device classes of Home Assistant by unit; null where a unit tells no class. Newer ones are left out (`absolute_humidity`): an older
 * Home Assistant would drop the entity.
 */
export const CLASS_OF_MEASURE: Readonly<Record<Exclude<(typeof MEASURES)[MeasureName]['unit'], ''>, string | null>> = {
  '°C': 'temperature',
  '%': 'humidity',
  hPa: 'atmospheric_pressure',
  lx: 'illuminance',
  'm/s': 'wind_speed',
  mm: 'precipitation',
  'mm/h': 'precipitation_intensity',
  'W/m²': 'irradiance',
  km: 'distance',
  '°': null,
  ppm: null,
  'µg/m³': null,
  cb: null,
  dB: null,
};

/** Measure of a value by its path; null where its name ends in none, as a count or a share does. */
export function measureOf(path: string): Measure | null {
  const word = path.slice(path.lastIndexOf('_') + 1);
  return Object.hasOwn(MEASURES, word) ? MEASURES[word as MeasureName] : null;
}

/** Units that a person may choose for a value, the station's own first: an object has its key `1` before all others. */
export function unitsOf(path: string): string[] {
  const all = Object.entries(measureOf(path)?.from ?? {});
  return all.sort(([, a], [, b]) => Number(b === same) - Number(a === same)).map(([unit]) => unit);
}
