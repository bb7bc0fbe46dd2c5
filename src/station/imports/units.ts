import { type Convert, MEASURES, type MeasureName, same } from '../../quantities/measures.ts';
import { conversion, plainUnit } from '../inputs/units.ts';
import { type PastName, unitOf } from './past-row.ts';

/** Measures that have several units in files. */
const SEVERAL = ['c', 'hpa', 'ms', 'mm', 'mmh', 'lx', 'km'] as const satisfies readonly MeasureName[];
/** Dimension of a column, by its measure; a plain one has one unit everywhere. */
export type Dimension = (typeof SEVERAL)[number] | 'plain';

/** Dimension by the unit here: inches are of mercury for a pressure, and of water for rain. */
export const dimensionOf = (name: PastName): Dimension =>
  SEVERAL.find((one) => MEASURES[one].unit === unitOf(name)) ?? 'plain';

/** Conversion to SI; null for a unit that this dimension does not have. */
export function toSi(dimension: Dimension, unit: string): Convert | null {
  if (dimension === 'plain') return same;
  if (dimension === 'lx' && plainUnit(unit) === 'w/m2') return same;
  return conversion(dimension, unit);
}

/** Dimensions whose units a person names. */
const NAMED = ['c', 'ms', 'mm', 'hpa'] as const;
/** Units of a whole file, where its columns name none. */
export type FileUnits = Record<(typeof NAMED)[number], string>;

/** Unit of a whole file for a column without one; null where it says none. */
export function unitIn(units: FileUnits | null, dimension: Dimension): string | null {
  if (dimension === 'lx') return 'lx';
  if (units === null || dimension === 'plain' || dimension === 'km') return null;
  return units[dimension === 'mmh' ? 'mm' : dimension];
}

/** `C,hPa,m/s,mm` in any order; null where one of the four is missing or unknown. */
export function fileUnits(text: string): FileUnits | null {
  const found: Partial<FileUnits> = {};
  for (const unit of text.split(',')) {
    // Inches of rain are "in", of mercury "inHg".
    const isOf = (one: (typeof NAMED)[number]): boolean =>
      found[one] === undefined && toSi(one, unit) !== null && !(one === 'hpa' && plainUnit(unit) === 'in');
    const dimension = NAMED.find(isOf);
    if (dimension) found[dimension] = unit.trim();
  }
  return NAMED.every((one) => found[one] !== undefined) ? (found as FileUnits) : null;
}
