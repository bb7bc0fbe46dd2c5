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
  let kept = values;
  for (const name in values) {
    const value = values[name as PastName]!;
    if (!outside(name as PastName, value)) continue;
    const without = { ...kept };
    delete without[name as PastName];
    if (name === 'rainMm' || name === 'rainRateMmH') for (const wet of WET) delete without[wet];
    kept = without;
  }
  return kept;
}

/** Whether a value cannot be true. */
export const outside = (name: PastName, value: number): boolean =>
  isImpossible(name as NarrowName, value) || isOfBoard[name]?.(value) === false;
