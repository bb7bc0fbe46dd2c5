import type { Language } from '../languages.ts';
import type { Said, Sentence, Sentences } from './sentence.ts';
import type { Text } from './texts.ts';

/** All the words of a language but English: each of the station's sentences, and the fixed texts. */
export interface Catalogue {
  sentences: Sentences;
  texts: Record<Text, string>;
  /** What a script needs beside the words, once they are put together. */
  shape?(text: string): string;
}

type Words = Pick<Sentence, 'detail'> & { said?: Said | null };

/** Somebody who says what the station has to say, in one language. */
export interface Speaker {
  readonly language: Language;
  say(words: Words): string;
  /** A fixed text by its English; what is not ours stays as it is. */
  text(english: string): string;
}

export const ENGLISH: Speaker = { language: 'en', say: ({ detail }) => detail, text: (english) => english };
