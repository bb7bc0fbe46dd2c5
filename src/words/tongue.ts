import { DAY_S, HOUR_S } from '../durations.ts';
import type { Language } from '../languages.ts';

/** The forms that each language has, so that the compiler asks for them; millions, which Romance languages count apart, take `other`. */
interface Plurals {
  pl: 'one' | 'few' | 'many' | 'other';
  ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
}
/** How a language counts. `#` stands for the number. */
type Forms<L extends Language> = Readonly<Record<L extends keyof Plurals ? Plurals[L] : 'one' | 'other', string>>;

/** Numbers, plurals, lengths of time and dates of one language. Formatters are made once: each costs as much as a thousand uses. */
interface Tongue<L extends Language> {
  /** With exactly so many decimals. */
  number(value: number, decimals?: number): string;
  /** With its sign, a true minus. */
  signed(value: number, decimals: number): string;
  /** The form that fits: `count(3, { one: '# Zeile', other: '# Zeilen' })` is `3 Zeilen`. */
  count(n: number, forms: Forms<L>): string;
  unit(value: number, unit: string, decimals?: number): string;
  /** As long as somebody would say: 90 s, 5 min, 3.5 h, 4 days. The sign is left to the sentence. */
  span(seconds: number): string;
  /** In UTC, as everything that is stored: a sentence knows no zone. */
  moment(tS: number): string;
  list(words: readonly string[]): string;
}

export function tongueOf<L extends Language>(language: L): Tongue<L> {
  // Digits that are read beside commands, codes and values of the page: in Arabic, too, those of Latin script.
  const tag = `${language}-u-nu-latn`;
  const decimal = [0, 1, 2, 3].map(
    (decimals) => new Intl.NumberFormat(tag, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  );
  // In Arabic the sign comes with a mark that keeps it in front of its number.
  const withSign = [0, 1, 2, 3].map(
    (decimals) =>
      new Intl.NumberFormat(tag, {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        signDisplay: 'always',
      }),
  );
  const plural = new Intl.PluralRules(language);
  const lists = new Intl.ListFormat(language, { type: 'unit', style: 'long' });
  // In Arabic a date of figures alone is read the other way round beside Latin names: its month is a word.
  const dateStyle = language === 'ar' ? 'long' : 'medium';
  const moments = new Intl.DateTimeFormat(tag, { dateStyle, timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' });
  const units = new Map<string, Intl.NumberFormat>();
  const unitFormat = (unit: string, decimals: number): Intl.NumberFormat => {
    const key = `${unit} ${decimals}`;
    const made = units.get(key);
    if (made) return made;
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    const style = unit === 'day' ? 'long' : 'short';
    const format = new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: style, ...digits });
    units.set(key, format);
    return format;
  };
  const number = (value: number, decimals = 0): string => decimal[decimals]!.format(value).replace('-', '\u2212');
  const unit = (value: number, name: string, decimals = 0): string => unitFormat(name, decimals).format(value);
  return {
    number,
    signed: (value, decimals) => withSign[decimals]!.format(value).replace('-', '\u2212'),
    count: (n, forms: Partial<Record<Intl.LDMLPluralRule, string>>) =>
      (forms[plural.select(n)] ?? forms.other ?? '#').replace('#', number(n)),
    unit,
    span: (seconds) => {
      const s = Math.abs(seconds);
      if (s < 120) return unit(Math.round(s), 'second');
      if (s < 2 * HOUR_S) return unit(Math.round(s / 60), 'minute');
      return s < 2 * DAY_S ? unit(s / HOUR_S, 'hour', 1) : unit(Math.round(s / DAY_S), 'day');
    },
    moment: (tS) => `${moments.format(tS * 1000)} UTC`,
    list: (words) => lists.format(words),
  };
}
