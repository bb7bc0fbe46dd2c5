import { number, THIN } from '../../../kit/format.ts';
import { t } from '../../texts/first-run.ts';

/** `47.37° N` in the words of the language. */
export function degrees(value: number, of: 'latitude' | 'longitude'): string {
  const { north, south, east, west } = t.first.place;
  const side = of === 'latitude' ? (value < 0 ? south : north) : value < 0 ? west : east;
  return `${number(Math.abs(value), 2)}°${THIN}${side}`;
}
