import { DAY_S, HOUR_S, MINUTE_S } from '../../base/durations.ts';
import type { Zone } from '../../base/zone.ts';

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

/** End of the present quiet hours: their clock time, or the moment at which the clock is set past it. */
export function quietUntilS(quiet: string, zone: Zone, tS: number): number {
  const endS = secondOf(quiet.slice(6));
  for (let fromS = tS; ; ) {
    const { offsetS, untilS } = zone.stretch(fromS);
    const leftS = endS - (fromS + offsetS);
    fromS = Math.min(untilS, fromS + leftS - (Math.ceil(leftS / DAY_S) - 1) * DAY_S);
    if (!isQuiet(quiet, zone, fromS)) return fromS;
  }
}
