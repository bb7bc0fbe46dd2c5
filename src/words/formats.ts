import type { FormatOptions } from 'icu-minify/format';
import { DAY_S, HOUR_S } from '../base/durations.ts';
import type { Language } from '../base/languages.ts';
import { numbersOf, tagOf } from '../locales/number.ts';

/** Styles of `{x, number, span}` and `{x, number, bytes}`, which ICU leaves to the program. */
const SPAN = { unit: 'span' };
const BYTES = { unit: 'bytes' };
const MOST_DECIMALS = 3;

const ENGLISH_UNITS: Record<string, string> = { second: 's', minute: 'min', hour: 'h', day: 'days' };

/** Numbers, lengths of time, sizes and moments in the sentences of one language. Formatters are made once: each costs as much as a thousand uses. */
export function formatsOf(language: Language): FormatOptions {
  const tag = tagOf(language);
  const number = numbersOf(language);
  const units = new Map<string, Intl.NumberFormat>();
  const unit = (value: number, name: string, decimals: number): string => {
    if (language === 'en' && name in ENGLISH_UNITS) return `${number(value, decimals)} ${ENGLISH_UNITS[name]}`;
    const key = `${name} ${decimals}`;
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    const unitDisplay = name === 'day' ? 'long' : 'short';
    const format = units.get(key) ?? new Intl.NumberFormat(tag, { style: 'unit', unit: name, unitDisplay, ...digits });
    units.set(key, format);
    return format.format(value);
  };
  /** As long as somebody would say: 90 s, 5 min, 3.5 h, 4 days. The sign is left to the sentence. */
  const span = (seconds: number): string => {
    const s = Math.abs(seconds);
    if (s < 120) return unit(Math.round(s), 'second', 0);
    if (s < 2 * HOUR_S) return unit(Math.round(s / 60), 'minute', 0);
    return s < 2 * DAY_S ? unit(s / HOUR_S, 'hour', 1) : unit(Math.round(s / DAY_S), 'day', 0);
  };
  // In Arabic a date of figures alone is read the other way round beside Latin names: its month is a word.
  const dateStyle = language === 'ar' ? 'long' : 'medium';
  // In UTC, as everything that is stored: a sentence knows no zone.
  const moments = new Intl.DateTimeFormat(tag, { dateStyle, timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' });
  const rules = {
    cardinal: new Intl.PluralRules(language),
    ordinal: new Intl.PluralRules(language, { type: 'ordinal' }),
  };

  const decimalsOf = (value: number): number => {
    const fraction = String(value).split('.')[1] ?? '';
    return Math.min(fraction.length, MOST_DECIMALS);
  };
  const formatted = (value: number, options: Intl.NumberFormatOptions | undefined): string => {
    if (options?.unit === SPAN.unit) return span(value);
    if (options?.unit === BYTES.unit) return unit(value / 1e6, 'megabyte', 1);
    const decimals = options?.minimumFractionDigits ?? options?.maximumFractionDigits ?? decimalsOf(value);
    return number(value, decimals, options?.signDisplay === 'always');
  };
  return {
    formats: { number: { span: SPAN, bytes: BYTES }, dateTime: { moment: {} } },
    formatters: {
      getNumberFormat: (_, options) => ({ format: (value: number) => formatted(value, options) }) as Intl.NumberFormat,
      getDateTimeFormat: () => ({ format: (date: Date) => `${moments.format(date)} UTC` }) as Intl.DateTimeFormat,
      getPluralRules: (_, options) => rules[options?.type ?? 'cardinal'],
    },
  };
}
