import type { Clock } from '../base/clock.ts';

/**
 * Retry loop of a start: again after 2, 4, 8 … 60 s until it succeeds or `signal` aborts. `failed` hears of every failure, and throws what no
 * other try can mend. A start under way at the abort is still answered, so that its caller can stop it; null if there is none.
 */
export async function untilUp<T>(
  start: () => Promise<T>,
  { clock, signal, longestPauseS = 60 }: { clock: Clock; signal: AbortSignal; longestPauseS?: number },
  failed: (error: unknown, nextTryS: number) => void,
): Promise<T | null> {
  for (let pauseS = 2; !signal.aborted; pauseS = Math.min(longestPauseS, pauseS * 2)) {
    try {
      return await start();
    } catch (error) {
      failed(error, pauseS);
    }
    await clock.sleep(pauseS * 1000, signal);
  }
  return null;
}
