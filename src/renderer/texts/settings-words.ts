import { type SettingWords, settingWordsOf } from '../../locales/setting-words.ts';
import { words } from './in-language.ts';

/** What a setting is called here and what it does; undefined in English, which comes with the station's answer. */
export const settingWords = (key: string): SettingWords | undefined => settingWordsOf(words, key);
