import { number, THIN } from '../../../kit/format.ts';
import { t } from '../../texts/first-run.ts';
import type { Place } from '../draft.ts';

/** A town by its name, a point by the town it is near. */
export function placeName({ name, isNear }: Place): string {
  if (name === null) return t.first.place.point;
  return isNear ? t.first.place.near({ town: name }) : name;
}

/** `DE` → Germany, `US CA` → United States (CA), in the page's language. */
export function regionName(country: string): string {
  const [code = country, state] = country.split(' ');
  const name = new Intl.DisplayNames(document.documentElement.lang || 'en', { type: 'region' }).of(code) ?? code;
  return state ? `${name} (${state})` : name;
}

/** `47.37° N` in the words of the language. */
export function coordinate(value: number, of: 'latitude' | 'longitude'): string {
  const { north, south, east, west } = t.first.place;
  const side = of === 'latitude' ? (value < 0 ? south : north) : value < 0 ? west : east;
  return `${number(Math.abs(value), 2)}°${THIN}${side}`;
}
