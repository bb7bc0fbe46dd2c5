import { type SettingWords, settingWordsOf } from '../../messages/setting-words.ts';
import { words } from './in-language.ts';

/** Title and help of a setting in this language; undefined in English, which comes with the station's answer. */
export const settingWords = (key: string): SettingWords | undefined => settingWordsOf(words, key);
