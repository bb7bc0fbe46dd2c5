import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Zone } from '../../base/zone.ts';

const MINUTE_S = 60;

const secondOf = (clock: string): number => Number(clock.slice(0, 2)) * HOUR_S + Number(clock.slice(3)) * MINUTE_S;

/**
 * Quiet hours by the clock on the wall, such as `22:00-06:30`. A night in which the clock is set is an hour shorter or longer for that, and
 * quiet from the one clock time to the other all the same.
 */
export function isQuiet(quiet: string | null, zone: Zone, tS: number): boolean {
  if (quiet === null) return false;
  const [from, to] = [secondOf(quiet.slice(0, 5)), secondOf(quiet.slice(6))];
  const localS = tS + zone.offsetS(tS);
  const now = localS - Math.floor(localS / DAY_S) * DAY_S;
  return from < to ? now >= from && now < to : now >= from || now < to;
}

/** When the quiet hours that are now end. */
export function quietUntilS(quiet: string, zone: Zone, tS: number): number {
  const localS = tS + zone.offsetS(tS);
  const endS = Math.floor(localS / DAY_S) * DAY_S + secondOf(quiet.slice(6));
  const nextS = endS > localS ? endS : endS + DAY_S;
  return nextS - zone.offsetS(nextS - zone.offsetS(tS));
}
