import type { Connection, ConnectionTest } from '../contract/connections.ts';
import { type Code, foreign, type Sentence, sentence } from '../words/sentence.ts';
import type { Speaker } from '../words/speaker.ts';
import { masked, told } from './masked.ts';
import type { LastError, Outcome } from './outcome.ts';

/** Outcome in words without secrets. Of a sentence of ours only what it quotes is masked: a short key may be half of a word. */
function hidden({ text, said = null }: Outcome, hide: (text: string) => string): Sentence {
  if (said === null) return foreign(hide(text));
  const given = Object.entries(said.given).map(([key, one]) => [key, typeof one === 'string' ? hide(one) : one]);
  return sentence(said.code as Code, Object.fromEntries(given) as never);
}

/** Last error as shown and stored: masked, on one line. */
export const errorOf = (outcome: Outcome, secrets: readonly string[]): LastError => ({
  status: outcome.status,
  ...hidden(outcome, (one) => told(masked(one, secrets))),
});

/** A receiver's answer to "send now", masked. */
export function testAnswer(
  name: string,
  outcome: Outcome,
  secrets: readonly string[],
  speaker: Speaker,
  tookMs: number,
): ConnectionTest {
  const text = speaker.say(hidden(outcome, (one) => masked(one, secrets)));
  return { name, outcome: outcome.kind, status: outcome.status, text, took_ms: Math.round(tookMs) };
}

/** A connection as the list shows it; a field that it leaves out is as of one without rows. `isHeld`: simulated weather, which is not sent. */
export const listed = (
  name: string,
  isHeld: boolean,
  more: Partial<Connection> & Pick<Connection, 'state'>,
): Connection => ({
  ...{ name, enabled: true, state: more.state, why_off: null },
  ...{ last_success_ts: null, last_error: null, waiting: 0, cursor_ts: null },
  ...more,
  ...(isHeld && { state: 'off', why_off: 'simulated' }),
});

/** `403: forbidden`, with the receiver's own words as they came. */
export function worded({ status, ...words }: LastError, speaker: Speaker): string {
  const text = speaker.say(words);
  return status === null ? text : `${status}: ${text}`;
}
