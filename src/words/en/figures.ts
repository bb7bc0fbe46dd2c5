import { DAY_S, HOUR_S } from '../../durations.ts';

const THIN = '\u202f';

/** A number as the page writes it: thin spaces between thousands from five digits on, a true minus, a decimal point. */
export const number = (value: number, decimals = 0): string => {
  const [whole = '', ...part] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, THIN) : whole;
  return [(value < 0 ? '−' : '') + grouped, ...part].join('.');
};

/** A number with its noun: `1 row`, `12 rows`. */
export const count = (n: number, one: string, other = `${one}s`): string => `${number(n)} ${n === 1 ? one : other}`;

/** Length of time without its sign: 90 s, 5 min, 3.5 h, 4 days. */
export const span = (seconds: number): string => {
  const s = Math.abs(seconds);
  if (s < 120) return `${Math.round(s)} s`;
  return s < 7200
    ? `${Math.round(s / 60)} min`
    : s < 172_800
      ? `${(s / HOUR_S).toFixed(1)} h`
      : `${Math.round(s / DAY_S)} days`;
};
