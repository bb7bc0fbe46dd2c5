import { words } from './in-language.ts';

export interface SettingWords {
  title: string;
  help: string;
}

const text = (key: string): string | undefined => words[`settings-words.${key}`] as string | undefined;

/** What a setting is called here and what it does; undefined in English, whose words are those of the schema that judges the file. */
export function settingWords(key: string): SettingWords | undefined {
  // A network's own setting, or that of every network; dots part the keys of a catalogue.
  for (const name of [key, key.replace(/(?<=\.).+(?=\.)/, 'each')]) {
    const flat = name.replaceAll('.', '-');
    const title = text(`${flat}.title`);
    if (title !== undefined) return { title, help: text(`${flat}.help`) ?? '' };
  }
  return undefined;
}
