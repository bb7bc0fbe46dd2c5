import { DASH, type Maybe, MINUS, number, THIN } from './format.ts';

/** Leading mark and decimal sign of this language: `0.5` without its digits. */
export const [LEAD, DECIMAL_SIGN] = number(0.5, 1).split(/[05]/) as [string, string];

/** Significant figures of `compact`. */
const SIGNIFICANT = 3;

/** Numbers whose size says more than their unit: three significant figures, powers of ten beyond a million. */
export function compact(value: Maybe): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return DASH;
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-3)) {
    const [mantissa = '', exponent = ''] = value.toExponential(1).split('e');
    if (mantissa === '1.0') return `10${superscript(exponent.replace('+', ''))}`;
    return `${LEAD}${mantissa.replace('-', MINUS).replace('.', DECIMAL_SIGN)}·10${superscript(exponent.replace('+', ''))}`;
  }
  const magnitude = size === 0 ? 0 : Math.floor(Math.log10(size)) + 1;
  const decimals = Number.isInteger(value) ? 0 : Math.min(6, Math.max(0, SIGNIFICANT - magnitude));
  return number(value, decimals);
}

const superscript = (text: string): string =>
  text.replace('-', '⁻').replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]!);

export function bytes(count: Maybe): string {
  if (count === null || count === undefined) return DASH;
  if (count < 1e6) return `${number(count / 1e3, 0)}${THIN}kB`;
  if (count >= 1e9) return `${number(count / 1e9, 1)}${THIN}GB`;
  return `${number(count / 1e6, count < 1e8 ? 1 : 0)}${THIN}MB`;
}
