import { DAY_S, HOUR_S } from '../../src/base/durations.ts';
import { Zone } from '../../src/base/zone.ts';
import fc from './drawn.ts';

/** Half of the draws: by an hour and by half of one, at night and at midnight, and once a minute after it. */
const SET_EACH_YEAR = [
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/Havana',
  'America/Santiago',
  'America/St_Johns',
];
const YEAR_DAYS = 366;
const MINUTE_S = 60;
const at = (text: string): number => Date.parse(text) / 1000;

/** When a zone's clock is next set; null where it is not within a year. */
function nextChangeS(zone: Zone, fromS: number): number | null {
  const offsetS = zone.offsetS(fromS);
  let { untilS } = zone.stretch(fromS);
  for (let day = 0; day < YEAR_DAYS; day++) {
    if (zone.offsetS(untilS) !== offsetS) return untilS;
    ({ untilS } = zone.stretch(untilS));
  }
  return null;
}

/** Any zone at a whole minute: within six hours of a change of its clock, where it has one. */
export const nearAChange: fc.Arbitrary<{ zone: Zone; tS: number }> = fc
  .record({
    name: fc.oneof(fc.constantFrom(...SET_EACH_YEAR), fc.constantFrom(...Intl.supportedValuesOf('timeZone'))),
    minute: fc.integer({ min: at('1975-01-01') / MINUTE_S, max: at('2037-01-01') / MINUTE_S }),
    aside: fc.integer({ min: (-6 * HOUR_S) / MINUTE_S, max: (6 * HOUR_S) / MINUTE_S }),
  })
  .map(({ name, minute, aside }) => {
    const zone = new Zone(name);
    const tS = minute * MINUTE_S;
    const changeS = nextChangeS(zone, tS);
    return { zone, tS: changeS === null ? tS : changeS + aside * MINUTE_S };
  });

export interface Minute {
  atS: number;
  /** What the clock shows then. */
  localS: number;
}

/** Whole minutes from a day before to two days after. */
export function minutesAround({ zone, tS }: { zone: Zone; tS: number }): Minute[] {
  const fromS = tS - DAY_S;
  return Array.from({ length: (3 * DAY_S) / MINUTE_S }, (_, minute) => {
    const atS = fromS + minute * MINUTE_S;
    return { atS, localS: atS + zone.offsetS(atS) };
  });
}

/** The minutes after now at which the clock is further than ever in multiples of `everyS`. */
export function turnsAfter(now: { zone: Zone; tS: number }, everyS: number, phaseS = 0): number[] {
  let furthest = Number.NEGATIVE_INFINITY;
  return minutesAround(now).flatMap(({ atS, localS }) => {
    const turn = Math.floor((localS - phaseS) / everyS);
    const isNew = turn > furthest;
    furthest = Math.max(furthest, turn);
    return isNew && atS > now.tS ? [atS] : [];
  });
}
