const FIRST_S = 5;
const MOST_S = 900;
/** Jitter of retries: stations that wait for one receiver must not return at the same moment. */
const JITTER = 0.2;

/** Exponential back-off: seconds to wait after the n-th failure in a row (from 1). */
export const backOffS = (failures: number, random: () => number, mostS = MOST_S): number =>
  jittered(Math.min(mostS, FIRST_S * 2 ** Math.min(failures - 1, 20)), random);

export const jittered = (s: number, random: () => number): number => s * (1 - JITTER + 2 * JITTER * random());
