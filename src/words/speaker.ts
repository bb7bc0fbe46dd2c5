import type { Language } from '../base/languages.ts';
import type { Said, Sentence } from './sentence.ts';

type Words = Pick<Sentence, 'detail'> & { said?: Said | null };

/** Speaker: renders sentences in one language. */
export interface Speaker {
  readonly language: Language;
  say(words: Words): string;
}

export const ENGLISH: Speaker = { language: 'en', say: ({ detail }) => detail };
