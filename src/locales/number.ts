import type { Language } from '../languages.ts';

export const MINUS = '\u2212';
/** Narrow and unbreakable, so that a number never parts from its unit. */
export const THIN = '\u202f';

/** For Intl. English days come before their months; figures are our own in Arabic too, as Intl has it today. */
export const tagOf = (language: Language): string =>
  language === 'en' ? 'en-GB' : language === 'ar' ? 'ar-u-nu-latn' : language;

/** A mark without width, after which sign, figures and unit stay in their order though the words around them run the other way. */
export const leadOf = (language: Language): string => (language === 'ar' ? '\u200e' : '');

/**
 * `−3.4`, `12 500`: numbers on any surface of a language. Thousands are parted by a thin space, as ISO 80000 has it; the decimal sign is
 * the language's own. A value that rounds to zero has no sign.
 */
export function numbersOf(language: Language): (value: number, decimals?: number, signed?: boolean) => string {
  const decimalSign = new Intl.NumberFormat(tagOf(language)).format(0.5)[1]!;
  return (value, decimals = 0, signed = false) => {
    const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
    const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, THIN) : whole;
    const sign = !Number(whole + (fraction ?? '')) ? '' : value < 0 ? MINUS : signed ? '+' : '';
    return leadOf(language) + sign + grouped + (fraction ? decimalSign + fraction : '');
  };
}
