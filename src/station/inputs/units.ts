import { type Convert, MEASURES, type MeasureName, same, times } from '../../quantities/measures.ts';

export const { '°F': celsius } = MEASURES.c.from;
export const { inHg } = MEASURES.hpa.from;
export const { mph, 'km/h': kmh, kn: knots } = MEASURES.ms.from;
export const { in: inches } = MEASURES.mm.from;
const { mi: miles } = MEASURES.km.from;

/** Path and conversion of each key. `#` in a key stands for a channel, and is put into the path. */
export type Rows = Readonly<Record<string, readonly [path: string, convert: Convert]>>;

/** Further spellings of units, as devices, files and people write them, beside those of the table of measures. Spelling as of `plainUnit`. */
const ALSO: Readonly<Partial<Record<MeasureName, Readonly<Record<string, Convert>>>>> = {
  c: { celsius: same, fahrenheit: celsius, mc: times(0.001) },
  hpa: { mbar: same, mb: same, in: inHg },
  ms: { ms: same, mps: same, kmh, kph: kmh, kt: knots, kts: knots, knots },
  mm: { inch: inches },
  mmh: {
    ...{ 'mm/hr': same, mmh: same, mm: same, 'cm/h': times(10), cm: times(10) },
    ...{ 'in/hr': inches, inh: inches, in: inches },
  },
  pct: { pct: same },
  lx: { lux: same, klux: times(1000) },
  km: { mile: miles, miles },
  wm2: { wm2: same },
  deg: { '': same },
  ugm3: { 'ug/m3': same, ugm3: same },
};

/** `℃` → `c`, `W/m²` → `w/m2`. */
export const plainUnit = (unit: string): string =>
  unit.normalize('NFKC').toLowerCase().replaceAll(/[°\s]/g, '').replace('^', '');

const UNITS: ReadonlyMap<string, ReadonlyMap<string, Convert>> = new Map(
  Object.entries(MEASURES).map(([measure, { from }]) => {
    const own = Object.entries<Convert>(from).map(([unit, convert]) => [plainUnit(unit), convert] as const);
    return [measure, new Map([...own, ...Object.entries(ALSO[measure as MeasureName] ?? {})])];
  }),
);

/** Conversion of a unit to that of a measure; null where it is none of it. */
export const conversion = (measure: string, unit: string): Convert | null =>
  UNITS.get(measure)?.get(plainUnit(unit)) ?? null;
