import { ApiProblem } from '../../../data/api.ts';

/** A change of which nobody knows whether it came through, and what was counted before it. */
let unsure: { what: string; before: number } | null = null;

/**
 * Does a change that would do harm done twice. Where its answer is lost, what the station counts says whether it came through, now or when
 * the reader touches the button once more; then nothing is sent again, and null is the answer.
 */
export async function once<T>(what: string, count: () => Promise<number>, change: () => Promise<T>): Promise<T | null> {
  const now = await count();
  if (unsure?.what !== what) unsure = { what, before: now };
  const { before } = unsure;
  try {
    const answer = now === before ? await change() : null;
    unsure = null;
    return answer;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 0) unsure = null;
    else if ((await count()) !== before) {
      unsure = null;
      return null;
    }
    throw error;
  }
}
