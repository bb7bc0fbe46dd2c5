import { DAY_S, HOUR_S } from '../base/durations.ts';

const FIRST_S = 5;
const MOST_S = 900;
/** Jitter of retries: stations that wait for one receiver must not return at the same moment. */
const JITTER = 0.2;

/** Exponential back-off: seconds to wait after the n-th failure in a row (from 1). */
export const backOffS = (failures: number, random: () => number, mostS = MOST_S): number =>
  jittered(Math.min(mostS, FIRST_S * 2 ** Math.min(failures - 1, 20)), random);

/** A receiver that named a time is believed, up to a day. */
export const askedS = (afterS: number): number => Math.min(DAY_S, Math.max(1, afterS));

/** Retry delay after a refused login: about an hour, because credentials seldom change sooner. */
export const refusedS = (random: () => number): number => jittered(HOUR_S, random);

const jittered = (s: number, random: () => number): number => s * (1 - JITTER + 2 * JITTER * random());
