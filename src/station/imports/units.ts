import {
  celsius,
  HPA_PER_INHG,
  HPA_PER_MMHG,
  MM_PER_INCH,
  MS_PER_KMH,
  MS_PER_KNOT,
  MS_PER_MPH,
} from '../inputs/units.ts';

/** Dimension of a column. The last ones have one unit everywhere. */
export type Dimension = 'temperature' | 'pressure' | 'speed' | 'rain' | 'rate' | 'light' | 'distance' | 'plain';

type ToSi = (value: number) => number;

const times =
  (factor: number): ToSi =>
  (value) =>
    value * factor;
const asIs: ToSi = (value) => value;

const KM_PER_MILE = 1.609_344;

/** Units by dimension, as files and people write them. */
const UNITS: Readonly<Record<Exclude<Dimension, 'plain'>, Readonly<Record<string, ToSi>>>> = {
  temperature: { c: asIs, f: celsius, k: (value) => value - 273.15 },
  pressure: {
    hpa: asIs,
    mb: asIs,
    mbar: asIs,
    inhg: times(HPA_PER_INHG),
    in: times(HPA_PER_INHG),
    mmhg: times(HPA_PER_MMHG),
    kpa: times(10),
  },
  speed: {
    'm/s': asIs,
    ms: asIs,
    mps: asIs,
    mph: times(MS_PER_MPH),
    'km/h': times(MS_PER_KMH),
    kmh: times(MS_PER_KMH),
    kph: times(MS_PER_KMH),
    kn: times(MS_PER_KNOT),
    kt: times(MS_PER_KNOT),
    kts: times(MS_PER_KNOT),
    knots: times(MS_PER_KNOT),
  },
  rain: { mm: asIs, in: times(MM_PER_INCH), inch: times(MM_PER_INCH), cm: times(10) },
  rate: {
    'mm/h': asIs,
    'mm/hr': asIs,
    'in/h': times(MM_PER_INCH),
    'in/hr': times(MM_PER_INCH),
    'cm/h': times(10),
    mm: asIs,
    in: times(MM_PER_INCH),
    cm: times(10),
  },
  light: { lx: asIs, lux: asIs, klx: times(1000), klux: times(1000), 'w/m2': asIs },
  distance: { km: asIs, mile: times(KM_PER_MILE), miles: times(KM_PER_MILE), mi: times(KM_PER_MILE) },
};

/** `℃` → `c`, `W/m²` → `w/m2`. */
const plain = (unit: string): string => unit.normalize('NFKC').toLowerCase().replaceAll(/[°\s]/g, '').replace('^', '');

/** Conversion to SI; null for a unit that this dimension does not have. */
export function toSi(dimension: Dimension, unit: string): ToSi | null {
  if (dimension === 'plain') return asIs;
  const units = UNITS[dimension];
  const name = plain(unit);
  return Object.hasOwn(units, name) ? units[name]! : null;
}

/** Units of a whole file, where its columns name none. */
export interface FileUnits {
  temperature: string;
  pressure: string;
  speed: string;
  rain: string;
}

/** `C,hPa,m/s,mm` in any order; null where one of the four is missing or unknown. */
export function fileUnits(text: string): FileUnits | null {
  const found: Partial<FileUnits> = {};
  for (const unit of text.split(',')) {
    // Inches of rain are "in", of mercury "inHg".
    for (const dimension of ['temperature', 'speed', 'rain', 'pressure'] as const) {
      if (dimension === 'pressure' && plain(unit) === 'in') continue;
      if (found[dimension] === undefined && toSi(dimension, unit) !== null) {
        found[dimension] = unit.trim();
        break;
      }
    }
  }
  const { temperature, pressure, speed, rain } = found;
  return temperature && pressure && speed && rain ? { temperature, pressure, speed, rain } : null;
}
