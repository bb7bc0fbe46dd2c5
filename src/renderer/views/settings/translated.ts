import type { Settings } from '../../../contract/settings.ts';
import { settingWords } from '../../texts/settings-words.ts';

const partOf = (key: string): string => key.split('.').slice(0, -1).join('.');

/** The station's answer in the language of this page. */
export const translated = (settings: Settings): Settings => ({
  ...settings,
  sections: settings.sections.map((section) => ({
    ...section,
    title: settingWords(section.name)?.title ?? section.title,
    settings: section.settings.map((setting) => {
      const { title, help } = settingWords(setting.key) ?? setting;
      const { group } = setting;
      return {
        ...setting,
        ...(group !== undefined && { group: settingWords(partOf(setting.key))?.title ?? group }),
        title,
        help,
      };
    }),
  })),
});
