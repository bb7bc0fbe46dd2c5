import type { NarrowName } from '../../quantities/names.ts';
import { inPressureRange, inTemperatureRange, plausibleRh } from '../air/physics/limits.ts';
import { isImpossible } from '../quality/limits.ts';
import type { PastName } from './past-row.ts';

type Values = Readonly<Partial<Record<PastName, number>>>;
/** Quantities spoiled together by a bucket that tips itself through: the rain, its rate, and the wind of that record. */
const WET: readonly PastName[] = ['rainMm', 'rainRateMmH', 'windGustMs'];

/** Ranges of what a board measures, which the rows of the station are made with. */
const isOfBoard: Readonly<Partial<Record<PastName, (value: number) => boolean>>> = {
  coreC: inTemperatureRange,
  indoorC: inTemperatureRange,
  corePct: (value) => plausibleRh(value) !== null,
  indoorPct: (value) => plausibleRh(value) !== null,
  stationHpa: inPressureRange,
  seaLevelHpa: inPressureRange,
};

/** Values that can be true. Where rain or its rate cannot, the gust of that line is not believed either. */
export function sensible(values: Values): Values {
  const wrong = (Object.keys(values) as PastName[]).filter((name) => outside(name, values[name]!));
  if (wrong.length === 0) return values;
  if (wrong.some((name) => name === 'rainMm' || name === 'rainRateMmH')) wrong.push(...WET);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !wrong.includes(name as PastName)));
}

/** Whether a value cannot be true. */
export const outside = (name: PastName, value: number): boolean =>
  isImpossible(name as NarrowName, value) || isOfBoard[name]?.(value) === false;
