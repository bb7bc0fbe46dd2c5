import { type Convert, MEASURES, type MeasureName, same } from '../../quantities/measures.ts';
import { conversion, plainUnit } from '../inputs/units.ts';
import { type PastName, unitOf } from './past-row.ts';

/** Measure of each dimension that has several units. */
const MEASURE = {
  temperature: 'c',
  pressure: 'hpa',
  speed: 'ms',
  rain: 'mm',
  rate: 'mmh',
  light: 'lx',
  distance: 'km',
} as const satisfies Readonly<Record<string, MeasureName>>;
type Measured = keyof typeof MEASURE;
/** Dimension of a column; a plain one has one unit everywhere. */
export type Dimension = Measured | 'plain';

/** Dimension by the unit here: inches are of mercury for a pressure, and of water for rain. */
export const dimensionOf = (name: PastName): Dimension =>
  (Object.keys(MEASURE) as Measured[]).find((one) => MEASURES[MEASURE[one]].unit === unitOf(name)) ?? 'plain';

/** Conversion to SI; null for a unit that this dimension does not have. */
export function toSi(dimension: Dimension, unit: string): Convert | null {
  if (dimension === 'plain') return same;
  if (dimension === 'light' && plainUnit(unit) === 'w/m2') return same;
  return conversion(MEASURE[dimension], unit);
}

/** Dimensions whose units a person names. */
const NAMED = ['temperature', 'speed', 'rain', 'pressure'] as const;
/** Units of a whole file, where its columns name none. */
export type FileUnits = Record<(typeof NAMED)[number], string>;

/** Unit of a whole file for a column without one; null where it says none. */
export function unitIn(units: FileUnits | null, dimension: Dimension): string | null {
  if (dimension === 'light') return 'lx';
  if (units === null || dimension === 'plain' || dimension === 'distance') return null;
  return units[dimension === 'rate' ? 'rain' : dimension];
}

/** `C,hPa,m/s,mm` in any order; null where one of the four is missing or unknown. */
export function fileUnits(text: string): FileUnits | null {
  const found: Partial<FileUnits> = {};
  for (const unit of text.split(',')) {
    // Inches of rain are "in", of mercury "inHg".
    const isOf = (one: (typeof NAMED)[number]): boolean =>
      found[one] === undefined && toSi(one, unit) !== null && !(one === 'pressure' && plainUnit(unit) === 'in');
    const dimension = NAMED.find(isOf);
    if (dimension) found[dimension] = unit.trim();
  }
  return NAMED.every((one) => found[one] !== undefined) ? (found as FileUnits) : null;
}
