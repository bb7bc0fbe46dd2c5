import { type Compiled, type Said, speakOf } from '../messages/message.ts';
import { settingWordsOf } from '../messages/setting-words.ts';
import type { Units } from '../quantities/imperial.ts';
import { formatsOf } from './formats.ts';

/** Says a sentence by its code and what it is made of; null for a code that has no message. */
export type Saying = (code: string, given: object) => string | null;

/** Stands for an empty argument, such as the unit of a number that has none: the blank before it goes with it. */
const NOTHING = '\uffff';

const isSaid = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && 'code' in value && 'given' in value;

/** The sentences of one language, or language and region. Throws where a sentence lacks what it is made of. */
export function sayingOf(tag: string, words: Compiled, zone: string | null = null, units: Units = 'metric'): Saying {
  const language = tag.split('-')[0]!;
  const speak = speakOf(tag, formatsOf(tag, zone, units));
  const lists = new Intl.ListFormat(language, { type: 'unit', style: 'long' });
  // Members that hold commas themselves are parted by semicolons.
  const joined = (members: readonly string[]): string =>
    members.some((one) => /[,،]/.test(one)) ? members.join(language === 'ar' ? '؛ ' : '; ') : lists.format(members);

  /** The message `CODE.LIST` says each member of a list; without it they are names. Keys of settings are said by their titles. */
  const memberOf = (code: string, list: string, member: unknown): string =>
    say(`${code}.${list}`, typeof member === 'object' ? member! : { [list]: member }) ??
    (list === 'keys' ? settingWordsOf(words, String(member))?.title : undefined) ??
    String(member);

  const prepared = (code: string, name: string, value: unknown): [string, unknown][] => {
    if (Array.isArray(value))
      return [
        [name, joined(value.map((member) => memberOf(code, name, member)))],
        [`${name}Count`, value.length],
      ];
    if (typeof value === 'boolean' || value === null) return [[name, String(value)]];
    if (isSaid(value)) return [[name, say(value.code, value.given) ?? '']];
    if (value === '') return [[name, NOTHING]];
    return [[name, typeof value === 'number' && name.endsWith('Ts') ? new Date(value * 1000) : value]];
  };

  const say: Saying = (code, given) => {
    if (!Object.hasOwn(words, code)) return null;
    const message = words[code]!;
    const ready = Object.entries(given).flatMap(([name, value]) => prepared(code, name, value));
    return speak(message, Object.fromEntries(ready)).replaceAll(/ ?\uffff/g, '');
  };
  return say;
}
