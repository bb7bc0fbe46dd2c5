import type { Compiled } from './message.ts';

export interface SettingWords {
  title: string;
  help: string;
}

/** Title and help of a setting in one language: its own, else those of this setting at every network (`uploads-each-key`). */
export function settingWordsOf(words: Compiled, key: string): SettingWords | undefined {
  const text = (name: string): string | undefined => words[`settings-words.${name}`] as string | undefined;
  for (const name of [key, key.replace(/(?<=\.).+(?=\.)/, 'each')]) {
    const flat = name.replaceAll('.', '-'); // dots part the keys of a catalogue
    const title = text(`${flat}.title`);
    if (title !== undefined) return { title, help: text(`${flat}.help`) ?? '' };
  }
  return undefined;
}
