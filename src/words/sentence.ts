import { english } from './en/en.ts';

export type Sentences = typeof english;
export type Code = keyof Sentences;
/** What a sentence needs to know. */
export type Given<C extends Code> = Parameters<Sentences[C]>[0];

/** A sentence as it is kept: which one, and what it needs to know, as JSON carries it. */
export interface Said {
  code: string;
  given: object;
}

/** What the station says: in English, which every older program and every log reads, and as what any language can be made of. */
export interface Sentence {
  detail: string;
  /** Null for words that are not ours: they stay as they are. */
  said: Said | null;
}

type Rest<C extends Code> = Given<C> extends undefined ? [] : [given: Given<C>];

export function sentence<C extends Code>(code: C, ...rest: Rest<C>): Sentence {
  const given: object = rest[0] ?? {};
  return { detail: inEnglish(code, given), said: { code, given } };
}

const inEnglish = (code: Code, given: object): string => (english[code] as (given: object) => string)(given);

/** Somebody else's words. */
export const foreign = (detail: string): Sentence => ({ detail, said: null });
