import type { FormatOptions } from 'icu-minify/format';
import { DAY_S, HOUR_S } from '../base/durations.ts';
import { numbersOf, tagOf } from '../messages/number.ts';
import { converted, type Units } from '../quantities/imperial.ts';

/** Styles such as `{x, number, span}`, which ICU leaves to the program. */
const STYLES = Object.fromEntries(['span', 'bytes', 'celsius', 'metres', 'hour'].map((unit) => [unit, { unit }]));
const DEGREES = { metric: '\u00a0°C', imperial: '\u00a0°F' } as const;
const HEIGHT = { metric: '\u00a0m', imperial: '\u00a0ft' } as const;
const MOST_DECIMALS = 3;

const ENGLISH_UNITS: Record<string, string> = { second: 's', minute: 'min', hour: 'h', day: 'days' };

/**
 * Numbers, lengths of time, sizes and moments for a language or a language and region, such as `en-US`. Moments are in `zone`; without
 * one they are in UTC, and say so. Temperatures and heights are in the reader's units. Formatters are made once: each costs as much as a thousand uses.
 */
export function formatsOf(spoken: string, zone: string | null = null, read: Units = 'metric'): FormatOptions {
  const language = spoken.split('-')[0]!;
  const tag = tagOf(spoken);
  const number = numbersOf(spoken);
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
  /** Duration in its natural unit: 90 s, 5 min, 3.5 h, 4 days. The sentence says the sign. */
  const span = (seconds: number): string => {
    const s = Math.abs(seconds);
    if (s < 120) return unit(Math.round(s), 'second', 0);
    if (s < 2 * HOUR_S) return unit(Math.round(s / 60), 'minute', 0);
    return s < 2 * DAY_S ? unit(s / HOUR_S, 'hour', 1) : unit(Math.round(s / DAY_S), 'day', 0);
  };
  // In Arabic a date of figures alone is read the other way round beside Latin names: its month is a word.
  const dateStyle = language === 'ar' ? 'long' : 'medium';
  // Without a region the clock has 24 hours; a region has its own.
  const clock = spoken === language ? ({ hourCycle: 'h23' } as const) : {};
  const moments = new Intl.DateTimeFormat(tag, { dateStyle, timeStyle: 'short', ...clock, timeZone: zone ?? 'UTC' });
  const clocks = new Intl.DateTimeFormat(tag, { timeStyle: 'short', ...clock, timeZone: 'UTC' });
  const momentOf = (date: Date): string => (zone === null ? `${moments.format(date)} UTC` : moments.format(date));
  const rules = {
    cardinal: new Intl.PluralRules(language),
    ordinal: new Intl.PluralRules(language, { type: 'ordinal' }),
  };

  const decimalsOf = (value: number): number => {
    const fraction = String(value).split('.')[1] ?? '';
    return Math.min(fraction.length, MOST_DECIMALS);
  };
  const formatted = (value: number, options: Intl.NumberFormatOptions | undefined): string => {
    if (options?.unit === 'span') return span(value);
    if (options?.unit === 'bytes') return unit(value / 1e6, 'megabyte', 1);
    if (options?.unit === 'celsius') return number(converted(value, '°C', read), 1) + DEGREES[read];
    if (options?.unit === 'metres') return number(converted(value, 'm', read), 0) + HEIGHT[read];
    if (options?.unit === 'hour') return clocks.format(value * HOUR_S * 1000);
    const decimals = options?.minimumFractionDigits ?? options?.maximumFractionDigits ?? decimalsOf(value);
    return number(value, decimals, options?.signDisplay === 'always');
  };
  return {
    formats: { number: STYLES, dateTime: { moment: {} } },
    formatters: {
      getNumberFormat: (_, options) => ({ format: (value: number) => formatted(value, options) }) as Intl.NumberFormat,
      getDateTimeFormat: () => ({ format: momentOf }) as Intl.DateTimeFormat,
      getPluralRules: (_, options) => rules[options?.type ?? 'cardinal'],
    },
  };
}
