import type { Language } from '../languages.ts';
import { PROGRAM_TEXTS, type ProgramText } from './program.ts';
import { recogniser } from './recogniser.ts';
import type { Said } from './sentence.ts';
import { type Catalogue, ENGLISH, type Speaker } from './speaker.ts';
import { TEXTS } from './texts.ts';

/** Each language is a chunk of its own: a station that is never asked for it never reads it. */
const CATALOGUES: Partial<Record<Language, () => Promise<Catalogue>>> = {
  ar: async () => (await import('./ar/ar.ts')).arabic,
  da: async () => (await import('./da/da.ts')).danish,
  de: async () => (await import('./de/de.ts')).german,
  es: async () => (await import('./es/es.ts')).spanish,
  fr: async () => (await import('./fr/fr.ts')).french,
  it: async () => (await import('./it/it.ts')).italian,
  nl: async () => (await import('./nl/nl.ts')).dutch,
  pl: async () => (await import('./pl/pl.ts')).polish,
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

export const SPOKEN = ['en', ...Object.keys(CATALOGUES)] as Language[];

const known = new Map<Language, Speaker>([['en', ENGLISH]]);

/** The speaker, when the language has been asked for before: then nobody waits. */
export const speakerAtHand = (language: Language): Speaker | undefined => known.get(language);

export async function speakerOf(language: Language): Promise<Speaker> {
  const present = known.get(language);
  if (present) return present;
  const load = CATALOGUES[language];
  const speaker = load === undefined ? ENGLISH : speaks(language, await load());
  known.set(language, speaker);
  return speaker;
}

function speaks(language: Language, { sentences, texts, shape = (same) => same }: Catalogue): Speaker {
  const byCode = sentences as Record<string, (given: never) => string>;
  const text = recogniser(TEXTS, texts);
  return {
    language,
    say: ({ detail, said }) => {
      if (!said || !Object.hasOwn(byCode, said.code)) return detail;
      const told = worded(byCode[said.code]!, said, detail, text);
      return told === detail ? detail : shape(told);
    },
    text: (english) => {
      const told = text(english);
      return told === english ? english : shape(told);
    },
  };
}

/** A row may be of another program, or of a bad card: what it lacks must not cost the answer. Its English is always right. */
function worded(make: (given: never) => string, { given }: Said, english: string, text: Speaker['text']): string {
  try {
    // A reason is often a refusal of ours.
    const reason = 'why' in given && typeof given.why === 'string' ? { why: text(given.why) } : {};
    return make({ ...given, ...reason } as never);
  } catch {
    return english;
  }
}
