import type { Clock } from '../base/clock.ts';

const FIRST_S = 5;
const MOST_S = 900;
/** An attempt that lasted so long was a good one: its end is a first failure. */
const STEADY_MS = 60_000;
/** Longest back-off of a receiver that its owner may repair at home. */
const MOST_AT_HOME_S = 300;
/** Jitter of retries: stations that wait for one receiver must not return at the same moment. */
const JITTER = 0.2;

/** Exponential back-off: seconds to wait after the n-th failure in a row (from 1). */
export const backOffS = (failures: number, random: () => number, mostS = MOST_S): number =>
  jittered(Math.min(mostS, FIRST_S * 2 ** Math.min(failures - 1, 20)), random);

export const jittered = (s: number, random: () => number): number => s * (1 - JITTER + 2 * JITTER * random());

/** Retry loop: runs `attempt` again and again until the signal aborts, and waits longer after each failure in a row. */
export async function again(
  { clock, random }: { clock: Clock; random: () => number },
  signal: AbortSignal,
  attempt: () => Promise<void>,
): Promise<void> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    const startMs = clock.steadyMs();
    await attempt();
    if (clock.steadyMs() - startMs >= STEADY_MS) failures = 1;
    await clock.sleep(1000 * backOffS(failures, random, MOST_AT_HOME_S), signal);
  }
}
