import { LANGUAGES, type Language } from '../languages.ts';
import type { Compiled, Said } from '../locales/message.ts';
import { withLatinRuns } from './latin-runs.ts';
import { recogniser } from './recogniser.ts';
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
/** What doctor and waiting page say: a station that serves pages never reads it. */
const DOCTOR: typeof WORDS = {
  ar: () => import('../locales/made/doctor/ar.ts'),
  da: () => import('../locales/made/doctor/da.ts'),
  de: () => import('../locales/made/doctor/de.ts'),
  es: () => import('../locales/made/doctor/es.ts'),
  fr: () => import('../locales/made/doctor/fr.ts'),
  it: () => import('../locales/made/doctor/it.ts'),
  nl: () => import('../locales/made/doctor/nl.ts'),
  pl: () => import('../locales/made/doctor/pl.ts'),
};

/** Says what the program tells the owner of the machine, by its English. */
export async function programWords(language: Language): Promise<(english: string) => string> {
  if (language === 'en') return (english) => english;
  const [{ words: english }, { words }] = await Promise.all([
    import('../locales/made/en/doctor.ts'),
    DOCTOR[language](),
  ]);
  return recogniser(english, words);
}

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
  const sentence = sayingOf(language, words);
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
