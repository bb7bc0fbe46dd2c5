import { type Compiled, speakOf, type Texts, treeOf } from '../../../messages/message.ts';
import { language, tag } from '../language.ts';

/**
 * Fetches a file of words; early.js has left its name. The file imports nothing of the page, which waits for it: they would wait for each
 * other. If it does not come, the page is English.
 */
const fetched = async (file: string): Promise<Compiled> => {
  try {
    return ((await import(/* @vite-ignore */ file)) as { words: Compiled }).words;
  } catch {
    return {};
  }
};

/** The texts of this language by key; none where it is English. */
export const words = language === 'en' ? {} : await fetched(document.documentElement.dataset['words']!);
const speak = speakOf(tag);

let more: Promise<unknown> | null = null;
/** The words that only some views need are a second file. They join the others: nobody looks in two places. */
const fetchMore = async (): Promise<void> => {
  const file = document.documentElement.dataset['words']!.replace('.js', '-more.js');
  Object.assign(words, await fetched(file));
};
/** Loads a view after such words. */
export const withMoreWords =
  <M>(load: () => Promise<M>): (() => Promise<M>) =>
  async () => {
    more ??= language === 'en' ? Promise.resolve() : fetchMore();
    await more;
    return load();
  };

/** The words of an area of the page in its language. A key that the language lacks is said in English. */
export const inLanguage = <Words>(area: string, english: Texts): Words => treeOf(english, words, speak, area) as Words;
