import { DAY_S, HOUR_S } from '../durations.ts';

const FIRST_S = 5;
const MOST_S = 900;
/** Whoever waits for the same receiver does not come back at the same moment. */
const JITTER = 0.2;

/** How long after the n-th failure in a row (from 1) to try again, seconds. */
export const backOffS = (failures: number, random: () => number, mostS = MOST_S): number =>
  jittered(Math.min(mostS, FIRST_S * 2 ** Math.min(failures - 1, 20)), random);

/** A receiver that named a time is believed, up to a day. */
export const askedS = (afterS: number): number => Math.min(DAY_S, Math.max(1, afterS));

/** Who does not know us will hardly know us soon. */
export const refusedS = (random: () => number): number => jittered(HOUR_S, random);

const jittered = (s: number, random: () => number): number => s * (1 - JITTER + 2 * JITTER * random());
