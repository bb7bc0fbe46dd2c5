import type { ConnectionTest } from '../contract/connections.ts';
import type { Speaker } from '../words/speaker.ts';
import { eachText, masked, told } from './masked.ts';
import type { LastError, Outcome } from './outcome.ts';

/** Last error as shown and stored: masked, on one line. */
export const errorOf = ({ status, text, said = null }: Outcome, secrets: readonly string[]): LastError => ({
  status,
  detail: told(masked(text, secrets)),
  said: eachText(said, (one) => told(masked(one, secrets))),
});

/** A receiver's answer to "send now", masked. */
export function testAnswer(
  name: string,
  { kind, status, text: detail, said = null }: Outcome,
  secrets: readonly string[],
  speaker: Speaker,
  tookMs: number,
): ConnectionTest {
  const hidden = (one: string): string => masked(one, secrets);
  const text = speaker.say({ detail: hidden(detail), said: eachText(said, hidden) });
  return { name, outcome: kind, status, text, took_ms: Math.round(tookMs) };
}

/** `403: forbidden`; what the receiver said stands in it as it came. */
export function worded({ status, ...words }: LastError, speaker: Speaker): string {
  const text = speaker.say(words);
  return status === null ? text : `${status}: ${text}`;
}
