import type { Setting, Settings, SettingValue } from '../../../contract/settings.ts';
import { DASH, number, THIN, type Units } from '../../kit/format.ts';
import { COMMA } from '../../kit/language.ts';
import { LANGUAGE_NAMES } from '../../kit/language-names.ts';
import { named } from '../../kit/texts/by-name.ts';
import { t } from '../texts/settings.ts';
import { measureOf } from './measured.ts';

/** Number with as many decimals as the value has. */
export const plain = (value: number): string => number(value, String(value).split('.')[1]?.length ?? 0);

const ofOption = (key: string, option: string | number): string | undefined =>
  named(t.settings.options, `${key} ${option}`.replaceAll(/[. ]/g, '-'));

export const optionWords = (key: string, option: string | number): string =>
  ofOption(key, option) ??
  (key === 'site.language' ? LANGUAGE_NAMES[option as keyof typeof LANGUAGE_NAMES] : undefined) ??
  (typeof option === 'number' ? plain(option) : option);

/** A flag by its own two words, where it has them: indoors and outdoors are no on and off. */
export const flagWords = (key: string, value: boolean): string =>
  ofOption(key, String(value)) ?? (value ? t.settings.on : t.settings.off);
export const hasFlagWords = (key: string): boolean => ofOption(key, 'true') !== undefined;

/** Number of a setting, in the reader's units where it is a length or a pressure. */
export function numberWords(key: string, value: number, units?: Units): string {
  const measure = measureOf(key, units);
  return measure ? number(measure.shown(value), measure.decimals) + THIN + measure.unit : plain(value);
}

/** A value as a person reads it. */
export function valueWords({ key, secret }: Pick<Setting, 'key' | 'secret'>, value: SettingValue): string {
  if (value === null) return t.settings.none;
  if (secret) return t.settings.willBeSet;
  if (typeof value === 'boolean') return flagWords(key, value);
  if (Array.isArray(value)) {
    const words = value.map((one) =>
      typeof one === 'string' ? one : String(one['title'] ?? one['id'] ?? one['topic']),
    );
    return words.length > 0 ? words.join(COMMA) : t.settings.noEntries;
  }
  if (typeof value === 'number') return ofOption(key, value) ?? numberWords(key, value);
  return value === '' ? DASH : optionWords(key, value);
}

const FIRST = ['site', 'access', 'display', 'kiosk', 'sensors'];
const LAST = ['forecast', 'compensation', 'filters', 'quality', 'storage', 'server', 'log'];

type Section = Settings['sections'][number];

/** Splits sections into everyday and advanced ones. An unknown section counts as everyday. */
export function sorted(sections: readonly Section[]): { everyday: Section[]; experts: Section[] } {
  const place = ({ name }: Section) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return {
    everyday: sections.filter(({ name }) => !LAST.includes(name)).sort((a, b) => place(a) - place(b)),
    experts: sections
      .filter(({ name }) => LAST.includes(name))
      .sort((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name)),
  };
}
