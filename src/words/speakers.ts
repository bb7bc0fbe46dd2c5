import type { Language } from '../base/languages.ts';
import type { Compiled, Said } from '../messages/message.ts';
import type { Units } from '../quantities/imperial.ts';
import { languageOf } from './languages.ts';
import { withLatinRuns } from './latin-runs.ts';
import { type Saying, sayingOf } from './saying.ts';
import { english } from './sentence.ts';
import { ENGLISH, type Speaker } from './speaker.ts';

type Other = Exclude<Language, 'en'>;
type Catalogue = { words: Compiled };

/** Sentences and titles of a language, loaded on first use. */
async function wordsOf(language: Other): Promise<Compiled> {
  const titles = (await import(`../locales/made/titles/${language}.ts`)) as Catalogue;
  const sentences = (await import(`../locales/made/station/${language}.ts`)) as Catalogue;
  return Object.assign({}, titles.words, sentences.words);
}

/** Regions and zones come with requests: what is kept of them has an end. */
const MOST_KNOWN = 64;
const known = new Map<string, Speaker>();
const keyOf = (locale: string, zone: string | null, units: Units): string => `${locale} ${zone ?? ''} ${units}`;

/** The speaker, when the language, region, zone and units have been asked for before: then nobody waits. */
export const speakerAtHand = (locale: string, zone: string | null = null, units: Units = 'metric') =>
  locale === 'en' && zone === null && units === 'metric' ? ENGLISH : known.get(keyOf(locale, zone, units));

/** Speaker of a language or of a language and region, such as `en-US`. Moments are in `zone`, or else in UTC. */
export async function speakerOf(locale: string, zone: string | null = null, units: Units = 'metric'): Promise<Speaker> {
  const present = speakerAtHand(locale, zone, units);
  if (present) return present;
  const language = languageOf(locale) ?? 'en';
  const own = language === 'en' ? {} : await wordsOf(language);
  const speaker = speaks(language, sayingOf(locale, Object.assign({}, english, own), zone, units));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(keyOf(locale, zone, units), speaker);
  return speaker;
}

function speaks(language: Language, sentence: Saying): Speaker {
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
