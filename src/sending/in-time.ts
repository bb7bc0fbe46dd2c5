import type { Clock } from '../base/clock.ts';
import { sentence } from '../words/sentence.ts';
import { reasonOf, WayError } from './exchange.ts';
import { type Outcome, ours } from './outcome.ts';

/** One request with a time limit. Ends in an outcome, whatever the receiver does, and at once when `stop` aborts. */
export async function inTime(
  clock: Clock,
  timeoutMs: number,
  stop: AbortSignal,
  send: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const over = new AbortController();
  const signal = AbortSignal.any([stop, over.signal]);
  const tooLate = clock.sleep(timeoutMs, signal).then((): never => {
    over.abort();
    throw new WayError(sentence('way.late'));
  });
  tooLate.catch(() => {}); // the race below reports it; after the race nobody needs it
  try {
    return await Promise.race([send(signal), tooLate]);
  } catch (error) {
    return { kind: 'retry', ...ours(error instanceof WayError ? error.why : reasonOf(error, signal)) };
  } finally {
    over.abort();
  }
}
