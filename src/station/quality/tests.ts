/** A value at its moment, in seconds. */
export interface Point {
  tS: number;
  value: number;
}

/** Range test (WMO-No. 305, QARTOD gross range): whether a value is outside of what can be. */
export const isOutside = (value: number, [least, most]: readonly [number, number]): boolean =>
  !(value >= least && value <= most);

/** Rate of change (QARTOD): size of the change for each second; flags the later of both. */
export const ratePerS = (before: Point, now: Point): number =>
  Math.abs(now.value - before.value) / Math.max(now.tS - before.tS, Number.MIN_VALUE);

/**
 * Spike height (QARTOD). `average`: distance from the mean of both neighbours, which a step has, too, by half its size. `differential`:
 * the smaller of both differences where the value goes one way and comes back, which a step has not.
 */
export function spikeHeight(before: number, value: number, after: number, by: 'average' | 'differential'): number {
  if (by === 'average') return Math.abs(value - (before + after) / 2);
  const [up, down] = [value - before, value - after];
  return Math.sign(up) === Math.sign(down) ? Math.min(Math.abs(up), Math.abs(down)) : 0;
}

/** Flat line (QARTOD): whether the values of the last `forS` seconds stay within a tolerance. Not told before there are so many. */
export function isFlat(points: readonly Point[], forS: number, tolerance: number): boolean {
  const last = points.at(-1);
  const first = points.at(0);
  if (!last || !first || last.tS - first.tS < forS) return false;
  const values = points.filter(({ tS }) => tS >= last.tS - forS).map(({ value }) => value);
  return Math.max(...values) - Math.min(...values) < tolerance;
}

/**
 * Largest plausible change over a time, from the limit for a minute. A minute is as good as less; over longer times air wanders, so the limit
 * grows with the root, up to `most` (WMO-No. 305: over an hour).
 */
export const stepLimit = (perMinute: number, most: number, overS: number): number =>
  Math.min(perMinute * Math.sqrt(Math.max(1, overS / 60)), Math.max(most, perMinute));
