import type { AlarmEntry } from '../../../contract/alarm-rule.ts';
import type { Setting, Settings, SettingValue } from '../../../contract/settings.ts';
import { DASH, number, THIN, type Units } from '../../kit/format.ts';
import { COMMA } from '../../kit/language.ts';
import { LANGUAGE_NAMES } from '../../kit/language-names.ts';
import { named } from '../../kit/texts/by-name.ts';
import { t } from '../texts/settings.ts';
import { measureOf } from './measured.ts';
import { ruleChanges, ruleName } from './rule-words.ts';

/** Number with as many decimals as the value has, and no more than `most`. */
export const plain = (value: number, most = 10): string =>
  number(value, Math.min(most, String(value).split('.')[1]?.length ?? 0));

/** Settings of the wall that have the same words for their choices. */
const NIGHT = /^kiosk\.(?:dim|off)$/;

const ofOption = (key: string, option: string | number): string | undefined =>
  named(t.settings.options, `${key.replace(NIGHT, 'kiosk.night')} ${option}`.replaceAll(/[. ]/g, '-'));

export const optionWords = (key: string, option: string | number): string =>
  ofOption(key, option) ??
  (key === 'site.language' ? LANGUAGE_NAMES[option as keyof typeof LANGUAGE_NAMES] : undefined) ??
  (typeof option === 'number' ? plain(option) : option);

/** Text of a flag: its own two words if it has them (indoors, outdoors), else on and off. */
export const flagWords = (key: string, value: boolean): string =>
  ofOption(key, String(value)) ?? (value ? t.settings.on : t.settings.off);
export const hasFlagWords = (key: string): boolean => ofOption(key, 'true') !== undefined;

/** Text of a setting's number, of a length or pressure in the reader's units. A port is a name made of digits: no groups of three. */
export function numberWords(key: string, value: number, units?: Units): string {
  if (key.endsWith('port')) return String(value);
  const measure = measureOf(key, units);
  return measure ? number(measure.shown(value), measure.decimals) + THIN + measure.unit : plain(value);
}

type Entry = Extract<SettingValue, unknown[]>[number];

/** Name of an entry of a list. */
function nameOf(entry: Entry): string {
  if (typeof entry === 'string') return entry;
  return 'id' in entry ? ruleName(entry as unknown as AlarmEntry) : String(entry['title'] ?? entry['topic']);
}

/** Change of a setting as a person reads it; of rules, which of them differ, and in what. */
export function changeWords(setting: Setting, to: SettingValue): string {
  const { title, value, secret, source } = setting;
  if (setting.type === 'rules') {
    const [was, is] = [value, to] as unknown as [AlarmEntry[], AlarmEntry[]];
    return t.labelled({ label: title, text: ruleChanges(was, is).join(COMMA) });
  }
  const from = secret && source !== 'default' ? t.settings.isSet : valueWords(setting, value);
  return t.settings.step({ title, from, to: valueWords(setting, to) });
}

/** A value as a person reads it. */
export function valueWords({ key, secret }: Pick<Setting, 'key' | 'secret'>, value: SettingValue): string {
  if (value === null) return t.settings.none;
  if (secret) return t.settings.willBeSet;
  if (typeof value === 'boolean') return flagWords(key, value);
  if (Array.isArray(value)) return value.map(nameOf).join(COMMA) || t.settings.noEntries;
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
    experts: LAST.flatMap((last) => sections.filter(({ name }) => name === last)),
  };
}
