import { quantitiesWith } from '../../quantities/names.ts';
import type { PastName } from './past-row.ts';

const RANGES = new Map<string, readonly [number, number]>(
  quantitiesWith('narrow', 'range').map(({ name, range }) => [name, range]),
);
/** Quantities spoiled together by a bucket that tips itself through: the rain, its rate, and the wind of that record. */
const WET: readonly PastName[] = ['rainMm', 'rainRateMmH', 'windGustMs'];

/** Values that can be true, by the table of quantities. Where rain or its rate cannot, the gust of that line is not believed either. */
export function sensible(values: Readonly<Partial<Record<PastName, number>>>): Partial<Record<PastName, number>> {
  const kept: Partial<Record<PastName, number>> = {};
  let flooded = false;
  for (const [name, value] of Object.entries(values) as [PastName, number][]) {
    const range = RANGES.get(name);
    const isTrue = Number.isFinite(value) && (range === undefined || (value >= range[0] && value <= range[1]));
    if (isTrue) kept[name] = value;
    else if (name === 'rainMm' || name === 'rainRateMmH') flooded = true;
  }
  if (flooded) for (const name of WET) delete kept[name];
  return kept;
}

/** Name of a value outside what can be true; null for all others. */
export function outside(name: PastName, value: number): boolean {
  const range = RANGES.get(name);
  return range !== undefined && (value < range[0] || value > range[1]);
}
