export const MINUS = '\u2212';
/** Narrow and unbreakable, so that a number never parts from its unit. */
export const THIN = '\u202f';

/** For Intl, of a language or a language and region. English without one is British; in Arabic, figures and calendar are those of the record. */
export const tagOf = (tag: string): string =>
  tag === 'en' ? 'en-GB' : tag.startsWith('ar') ? `${tag}-u-ca-gregory-nu-latn` : tag;

/** A mark without width, after which sign, figures and unit stay in their order though the words around them run the other way. */
export const leadOf = (tag: string): string => (tag.startsWith('ar') ? '\u200e' : '');

/**
 * `−3.4`, `12 500`: numbers on any surface of a language. Thousands are parted by a thin space, as ISO 80000 has it; the decimal sign is
 * the language's or region's own. A value that rounds to zero has no sign.
 */
export function numbersOf(tag: string): (value: number, decimals?: number, signed?: boolean) => string {
  const decimalSign = new Intl.NumberFormat(tagOf(tag)).format(0.5)[1]!;
  return (value, decimals = 0, signed = false) => {
    const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
    const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, THIN) : whole;
    const sign = !Number(whole + (fraction ?? '')) ? '' : value < 0 ? MINUS : signed ? '+' : '';
    return leadOf(tag) + sign + grouped + (fraction ? decimalSign + fraction : '');
  };
}
