import { LANGUAGES, type Language } from '../base/languages.ts';
import { words as english } from '../locales/made/en/station.ts';
import type { Compiled, Said } from '../locales/message.ts';
import { withLatinRuns } from './latin-runs.ts';
import { sayingOf } from './saying.ts';
import { ENGLISH, type Speaker } from './speaker.ts';

type Other = Exclude<Language, 'en'>;

/** Each language is a chunk of its own: a station that is never asked for it never reads it. */
const WORDS: Record<Other, () => Promise<{ words: Compiled }>> = {
  ar: () => import('../locales/made/station/ar.ts'),
  da: () => import('../locales/made/station/da.ts'),
  de: () => import('../locales/made/station/de.ts'),
  es: () => import('../locales/made/station/es.ts'),
  fr: () => import('../locales/made/station/fr.ts'),
  it: () => import('../locales/made/station/it.ts'),
  nl: () => import('../locales/made/station/nl.ts'),
  pl: () => import('../locales/made/station/pl.ts'),
};

export const SPOKEN: readonly Language[] = LANGUAGES;

const known = new Map<Language, Speaker>([['en', ENGLISH]]);

/** The speaker, when the language has been asked for before: then nobody waits. */
export const speakerAtHand = (language: Language): Speaker | undefined => known.get(language);

export async function speakerOf(language: Language): Promise<Speaker> {
  const present = known.get(language);
  if (present || language === 'en') return present ?? ENGLISH;
  const speaker = speaks(language, (await WORDS[language]()).words);
  known.set(language, speaker);
  return speaker;
}

function speaks(language: Language, words: Compiled): Speaker {
  const sentence = sayingOf(language, { ...english, ...words });
  const shape = language === 'ar' ? withLatinRuns : (told: string) => told;
  /** A row may be of another program, or of a bad card: what it lacks must not cost the answer. Its English is always right. */
  const worded = ({ code, given }: Said): string | null => {
    try {
      return sentence(code, given);
    } catch {
      return null;
    }
  };
  return {
    language,
    say: ({ detail, said }) => {
      const told = said ? worded(said) : null;
      return told === null ? detail : shape(told);
    },
  };
}
