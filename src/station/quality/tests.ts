/** Range test (WMO-No. 305, QARTOD gross range): whether a value is outside of what can be. */
export const isOutside = (value: number, [least, most]: readonly [number, number]): boolean =>
  !(value >= least && value <= most);

/** Reading of a receiver that hears nothing of its probe: −40, the same in °F and °C. Frost so hard has values beside it. */
const DEAD_PROBE_C = -40;
const BESIDE_K = 10;
/** Dead probe test: whether a temperature is that reading out of nowhere. */
export const isDeadProbe = (valueC: number, beforeC: number | null): boolean =>
  Math.abs(valueC - DEAD_PROBE_C) < 1e-6 && (beforeC === null || Math.abs(valueC - beforeC) > BESIDE_K);

/** Spike height (QARTOD, differential): the smaller of both differences where the value goes one way and comes back, which a step has not. */
export function spikeHeight(before: number, value: number, after: number): number {
  const [up, down] = [value - before, value - after];
  return Math.sign(up) === Math.sign(down) ? Math.min(Math.abs(up), Math.abs(down)) : 0;
}

/**
 * Largest plausible change over a time, from the limit for a minute. A minute is as good as less; over longer times air wanders, so the limit
 * grows with the root, up to `most` (WMO-No. 305: over an hour).
 */
export const stepLimit = (perMinute: number, most: number, overS: number): number =>
  Math.min(perMinute * Math.sqrt(Math.max(1, overS / 60)), Math.max(most, perMinute));
