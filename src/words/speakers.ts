import { LANGUAGES, type Language } from '../languages.ts';
import { words as english } from '../locales/made/en/refusals.ts';
import type { Compiled, Said } from '../locales/message.ts';
import { withLatinRuns } from './latin-runs.ts';
import { recogniser } from './recogniser.ts';
import { type Saying, sayingOf } from './saying.ts';
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
const REFUSALS: typeof WORDS = {
  ar: () => import('../locales/made/refusals/ar.ts'),
  da: () => import('../locales/made/refusals/da.ts'),
  de: () => import('../locales/made/refusals/de.ts'),
  es: () => import('../locales/made/refusals/es.ts'),
  fr: () => import('../locales/made/refusals/fr.ts'),
  it: () => import('../locales/made/refusals/it.ts'),
  nl: () => import('../locales/made/refusals/nl.ts'),
  pl: () => import('../locales/made/refusals/pl.ts'),
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
  const [{ words }, { words: refusals }] = await Promise.all([WORDS[language](), REFUSALS[language]()]);
  const speaker = speaks(language, words, refusals);
  known.set(language, speaker);
  return speaker;
}

function speaks(language: Language, words: Compiled, refusals: Compiled): Speaker {
  const sentence = sayingOf(language, words);
  const text = recogniser(english, refusals);
  const shape = language === 'ar' ? withLatinRuns : (told: string) => told;
  return {
    language,
    say: ({ detail, said }) => {
      const told = said && worded(sentence, said, text);
      return told === null || told === undefined ? detail : shape(told);
    },
    text: (english) => {
      const told = text(english);
      return told === english ? english : shape(told);
    },
  };
}

/** A row may be of another program, or of a bad card: what it lacks must not cost the answer. Its English is always right. */
function worded(sentence: Saying, { code, given }: Said, text: Speaker['text']): string | null {
  try {
    // A reason is often a refusal of ours.
    const reason = 'why' in given && typeof given.why === 'string' ? { why: text(given.why) } : {};
    return sentence(code, { ...given, ...reason });
  } catch {
    return null;
  }
}
