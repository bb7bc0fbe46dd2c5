import { language } from '../language.ts';
import type { Worded } from './worded.ts';

/**
 * The words of another language are one file, whose name early.js leaves behind: each reader fetches one. It takes nothing from the
 * page, which waits for it: they would wait for each other. Where it does not come, English is in the page, and better than nothing.
 */
const fetched = async (file: string): Promise<Readonly<Record<string, unknown>> | undefined> => {
  try {
    return ((await import(/* @vite-ignore */ file)) as { words: Readonly<Record<string, unknown>> }).words;
  } catch {
    return undefined;
  }
};

const words = language === 'en' ? undefined : await fetched(document.documentElement.dataset['words']!);

/** A catalogue in the language of this page: by the name of its file, its English, and for the others see words.ts. */
export const inLanguage = <English>(name: string, english: English): Worded<English> =>
  (words?.[name] ?? english) as Worded<English>;
