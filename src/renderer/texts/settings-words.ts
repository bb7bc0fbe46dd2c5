import { inLanguage } from './in-language.ts';

type Named = Readonly<Record<string, readonly [title: string, help: string]>>;

/**
 * Titles and helps of the settings, and of their sections and parts, by their keys; a star stands for the name of a network. English
 * is the station's own, of the schema that judges the file.
 */
export const en = { settingWords: {} as Named };

const { settingWords: words } = inLanguage('settings-words', en);

/** What a setting, section or part is called here and what it does; undefined where the station's own words are all there are. */
export const settingWords = (key: string): readonly [title: string, help: string] | undefined =>
  words[key] ?? words[key.replace(/(?<=\.).+(?=\.)/, '*')];
