import { z } from 'zod';
import { LOGIN } from '../contract/fleet-line.ts';
import { PUBLIC_FIELDS } from '../contract/names.ts';

const LETTERS = 80;
/** Longest limit of a retention: a hundred years, as long as the engine keeps anything. */
export const MOST_KEPT_DAYS = 36_500;
/** Text on one line: name of a place or group, without controls. */
export const isShortLine = (text: string): boolean =>
  text === text.trim() && text.length > 0 && text.length <= LETTERS && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
const Line = z.string().refine(isShortLine);

/** Name of a group as it is stored and compared, in NFC: a macOS writes `Å` in two letters. */
export const groupNameOf = (text: string): string => text.normalize('NFC').trim();

const Details = z.strictObject({
  group: Line.nullable(),
  place: Line.nullable(),
  /** Position given by the operator, to a kilometre; it wins over what the station says. */
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  /** Fields that anybody may see; null while the station is not published. */
  published: z.array(z.enum(PUBLIC_FIELDS)).nullable(),
  /** Days that the station's readings are kept; null for ever. */
  keep_days: z.int().min(1).max(MOST_KEPT_DAYS).nullable().default(null),
});
export type Details = z.infer<typeof Details>;
/** In a file of its own: a program from before it reads the list of stations to the letter. */
export const DetailsList = z.strictObject({
  version: z.literal(1),
  stations: z.record(z.string().regex(LOGIN), Details),
});

export const NO_DETAILS: Details = {
  ...{ group: null, place: null, latitude: null, longitude: null, published: null, keep_days: null },
};

export type Place = Pick<Details, 'place' | 'latitude' | 'longitude'>;

/** Place as people write it: `Holte`, `55.79, 12.52`, or `Holte (55.79, 12.52)`. Null for any other text; empty is no place. */
export function placeOf(text: string): Place | null {
  // Before any pattern: one that looks for spaces in a text of nothing else takes seconds.
  if (text.length > 2 * LETTERS) return null;
  const clean = text.normalize('NFC').trim();
  const [, before = '', lat, lon] =
    /^(.*?)\(?\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;]\s*(-?\d{1,3}(?:\.\d+)?)\s*\)?$/.exec(clean) ?? [];
  if (lat === undefined || lon === undefined) {
    if (clean !== '' && !isShortLine(clean)) return null;
    return { place: clean === '' ? null : clean, latitude: null, longitude: null };
  }
  const [latitude, longitude] = [toKilometre(Number(lat)), toKilometre(Number(lon))];
  const name = before.trim();
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || (name !== '' && !isShortLine(name))) return null;
  return { place: name === '' ? null : name, latitude, longitude };
}

/** Two decimals of a degree, a kilometre: a school's yard is not published. */
export const toKilometre = (degrees: number): number => Math.round(degrees * 100) / 100 + 0;
