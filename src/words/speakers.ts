import { LANGUAGES, type Language } from '../languages.ts';
import type { Compiled, Said } from '../locales/message.ts';
import { withLatinRuns } from './ar/latin-runs.ts';
import { PROGRAM_TEXTS, type ProgramText } from './program.ts';
import { recogniser } from './recogniser.ts';
import { type Saying, sayingOf } from './saying.ts';
import { ENGLISH, type Speaker } from './speaker.ts';
import { TEXTS, type Text } from './texts.ts';

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
const FIXED: Record<Other, () => Promise<{ texts: Record<Text, string> }>> = {
  ar: () => import('./ar/texts.ts'),
  da: () => import('./da/texts.ts'),
  de: () => import('./de/texts.ts'),
  es: () => import('./es/texts.ts'),
  fr: () => import('./fr/texts.ts'),
  it: () => import('./it/texts.ts'),
  nl: () => import('./nl/texts.ts'),
  pl: () => import('./pl/texts.ts'),
};

/** What doctor and waiting page say: a station that serves pages never reads it. */
const PROGRAM: Partial<Record<Language, () => Promise<Record<ProgramText, string>>>> = {
  ar: async () => (await import('./ar/program.ts')).program,
  da: async () => (await import('./da/program.ts')).program,
  de: async () => (await import('./de/program.ts')).program,
  es: async () => (await import('./es/program.ts')).program,
  fr: async () => (await import('./fr/program.ts')).program,
  it: async () => (await import('./it/program.ts')).program,
  nl: async () => (await import('./nl/program.ts')).program,
  pl: async () => (await import('./pl/program.ts')).program,
};

/** Says what the program tells the owner of the machine, by its English. */
export async function programWords(language: Language): Promise<(english: string) => string> {
  const load = PROGRAM[language];
  return load === undefined ? (english) => english : recogniser(PROGRAM_TEXTS, await load());
}

export const SPOKEN: readonly Language[] = LANGUAGES;

const known = new Map<Language, Speaker>([['en', ENGLISH]]);

/** The speaker, when the language has been asked for before: then nobody waits. */
export const speakerAtHand = (language: Language): Speaker | undefined => known.get(language);

export async function speakerOf(language: Language): Promise<Speaker> {
  const present = known.get(language);
  if (present || language === 'en') return present ?? ENGLISH;
  const [{ words }, { texts }] = await Promise.all([WORDS[language](), FIXED[language]()]);
  const speaker = speaks(language, words, texts);
  known.set(language, speaker);
  return speaker;
}

function speaks(language: Language, words: Compiled, texts: Record<Text, string>): Speaker {
  const sentence = sayingOf(language, words);
  const text = recogniser(TEXTS, texts);
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
