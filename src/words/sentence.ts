import { words as titles } from '../locales/made/en/settings-words.ts';
import { type Sentences, words } from '../locales/made/en/station.ts';
import type { Said, Text } from '../messages/message.ts';
import { sayingOf } from './saying.ts';

export type { Said, Text } from '../messages/message.ts';
export type Code = keyof Sentences;
/** Arguments of a sentence. */
export type Given<C extends Code> = Sentences[C];

/** Sentence: English for logs and older programs, and the code and arguments for every language. */
export interface Sentence {
  detail: string;
  /** Null for words that are not ours: they stay as they are. */
  said: Said | null;
}

type Rest<C extends Code> = Given<C> extends undefined ? [] : [given: Given<C>];

/** English sentences of the station, and the titles of its settings. Spread into a literal, a thousand names cost each thread 12 MB and a tenth of a second. */
export const english = Object.assign({}, titles, words);
const inEnglish = sayingOf('en', english);

export function sentence<C extends Code>(code: C, ...rest: Rest<C>): Sentence {
  const given: object = rest[0] ?? {};
  return { detail: inEnglish(code, given)!, said: { code, given } };
}

/** Sentence of another program's words, without a code. */
export const foreign = (detail: string): Sentence => ({ detail, said: null });

/** Sentences without those that were said before. */
export const onceEach = (all: readonly Sentence[]): Sentence[] => [
  ...new Map(all.map((one) => [one.detail, one])).values(),
];

export const asPart = ({ detail, said }: Sentence): Text => said ?? detail;

/** Refusal: English for clients, and the code and arguments for every language. */
export interface Refused {
  error: string;
  said: Said | null;
}
export const refused = ({ detail, said }: Sentence): Refused => ({ error: detail, said });

/** A name as messages choose by it: ICU takes no spaces and no hyphens there, and what every object has (`constructor`) is no choice of ours. */
export const choice = (name: string): string => (name in Object.prototype ? 'other' : name.replaceAll(/[ -]/g, '_'));

/** Forward or back, as the sentences about the clock choose by it. */
export const wayOf = (byS: number): 'forward' | 'back' => (byS > 0 ? 'forward' : 'back');
