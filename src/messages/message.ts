import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format';
import { numbersOf } from './number.ts';

/** Messages by key, as scripts/locales.ts compiles them. */
export type Compiled = Readonly<Record<string, CompiledMessage>>;
/** A word that a message does not choose by. */
export type Other = string & {};
/** Renders a marked part of a message, such as `<b>`. */
export type Tag = (parts: unknown[]) => unknown;
export type Say<Given> = (given: Given) => string;
export type SayTagged<Given> = (given: Given) => unknown;
/** Serialisable sentence: its code and arguments. */
export interface Said {
  code: string;
  given: object;
}
/** Argument of a sentence that is shown as it is: a name, a stored number, a list of names, or another sentence. */
export type Text = string | number | readonly string[] | Said;
/** Formats a message of ICU MessageFormat with its arguments. */
export type Speak = (message: CompiledMessage, given: Readonly<Record<string, unknown>>) => string;

/** ICU messages of one language or region. `more` are formats of what only the station says: dates, sizes, lengths of time. */
export function speakOf(tag: string, more: Partial<FormatOptions> = {}): Speak {
  const number = numbersOf(tag);
  const formatters = {
    getNumberFormat: (_: unknown, { minimumFractionDigits, signDisplay }: Intl.NumberFormatOptions = {}) => ({
      format: (value: number) => number(value, minimumFractionDigits, signDisplay === 'always'),
    }),
    getPluralRules: (_: unknown, options: Intl.PluralRulesOptions) => new Intl.PluralRules(tag, options),
    ...more.formatters,
  };
  return (message, given) => format(message, tag, given as never, { ...more, formatters } as never) as string;
}

/** The texts of an area by steps of their keys: a list has the steps 0, 1, 2. */
export interface Texts {
  readonly [step: string]: string | readonly unknown[] | Texts;
}

/** The same tree in another language: texts stay texts, and what takes something in is a function of it. */
export function treeOf(english: Texts, words: Compiled, speak: Speak, path: string): unknown {
  const own = Object.entries(english).map(([step, text]) => {
    const key = `${path}.${step}`;
    if (typeof text === 'object' && !Array.isArray(text)) return [step, treeOf(text as Texts, words, speak, key)];
    const message = (words[key] ?? text) as CompiledMessage;
    return [step, typeof message === 'string' ? message : (given: never) => speak(message, given)];
  });
  return '0' in english ? own.map(([, text]) => text) : Object.fromEntries(own);
}
