import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Target } from '../../contract/names.ts';
import { leadOf, MINUS, numbersOf, THIN } from '../../messages/number.ts';
import { converted, IMPERIAL, type Units } from '../../quantities/imperial.ts';
import { tag } from './language.ts';
import { t } from './texts/page.ts';

/** Every number on the screen is made here: true minus, thin spaces, decimals fixed per quantity, null is a dash. */

export type { Units };

/** Unit of the station, decimals in it and in imperial units, and what is written in place of the unit. */
type Scale = readonly [unit: string, decimals: number, imperialDecimals?: number, written?: string];

const SCALES = {
  temperature: ['°C', 1],
  temperatureStep: ['K', 1, 1, '°'],
  temperatureRate: ['°C/h', 1, 1, '°/h'],
  humidity: ['%', 0],
  humidityStep: ['%', 1],
  humidityRate: ['/h', 1],
  pressure: ['hPa', 1, 2],
  pressureStep: ['hPa', 1, 2],
  pressureRate: ['hPa/h', 1, 3],
  vapour: ['hPa', 1, 2],
  density: ['g/m³', 1],
  light: ['lx', 0],
  irradiance: ['W/m²', 0],
  probability: ['%', 0],
  angle: ['°', 0],
  acceleration: ['g', 2],
  turn: ['°/s', 1],
  wind: ['m/s', 1, 0],
  rain: ['mm', 1, 2],
  height: ['m', 0],
} as const satisfies Record<string, Scale>;
export type Kind = keyof typeof SCALES;
const scaleOf = (kind: Kind): Scale => SCALES[kind];
/** Kinds that have a sign also when they are positive: changes. */
const SIGNED = /Step$|Rate$|acceleration|turn/;

export { MINUS, THIN };
export const DASH = '\u2013';
const text = numbersOf(tag);

export type Maybe = number | null | undefined;

/** `−3.4`, `12 500`, `–`. */
export const number = (value: Maybe, decimals = 0, signed = false): string =>
  value === null || value === undefined || !Number.isFinite(value) ? DASH : text(value, decimals, signed);

export const decimalsOf = (kind: Kind, units: Units): number => {
  const [, metric, imperial = metric] = scaleOf(kind);
  return units === 'imperial' ? imperial : metric;
};

/** The number alone, in the reader's units. */
export const figure = (kind: Kind, value: Maybe, units: Units, decimals = decimalsOf(kind, units)): string =>
  number(value === null || value === undefined ? null : inUnits(kind, value, units), decimals, SIGNED.test(kind));

function bareUnitOf(kind: Kind, units: Units): string {
  const [unit, , , written] = scaleOf(kind);
  return written ?? (units === 'imperial' ? IMPERIAL[unit]?.unit : undefined) ?? unit;
}

/** Unit as it is written behind words, which may run from right to left: its sign stays before its letter. */
export const unitOf = (kind: Kind, units: Units): string => leadOf(tag) + bareUnitOf(kind, units);

/** Converts a value to the reader's units, for charts. */
export const inUnits = (kind: Kind, value: number, units: Units): number =>
  kind === 'probability' ? value * 100 : converted(value, scaleOf(kind)[0], units);

/** Number and unit in one text, for sentences and tables: `−3.4 °C`, `57 %`, `9.2°`. */
export function withUnit(kind: Kind, value: Maybe, units: Units, decimals?: number): string {
  const text = figure(kind, value, units, decimals);
  if (text === DASH) return DASH;
  const unit = bareUnitOf(kind, units);
  return unit === '°' ? text + unit : `${text}${THIN}${unit}`;
}

/** The kind of a difference between two values of a quantity: degrees of change do not carry the 32 of Fahrenheit. */
export const stepOf = (target: Target): Kind => `${target}Step`;

/** Size of a difference, without its sign: errors, widths. */
export const stepSize = (target: Target, value: Maybe, units: Units, decimals = 2): string =>
  figure(stepOf(target), value, units, decimals).replace(/[+−]/, '');

/** A share of one as percent: `90.1 %`. */
export const share = (part: Maybe, decimals = 0, signed = false): string => {
  const text = number(part === null || part === undefined ? null : part * 100, decimals, signed);
  return text === DASH ? DASH : `${text}${THIN}%`;
};

/** `8 s`, `12 min`, `5 h`, `3 d`: one unit, as one says it. */
export function duration(seconds: Maybe): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return DASH;
  const s = Math.max(0, seconds);
  if (s < 90) return Math.round(s) + THIN + t.spans.s;
  if (s < 90 * 60) return Math.round(s / 60) + THIN + t.spans.min;
  if (s < 48 * HOUR_S) return Math.round(s / HOUR_S) + THIN + t.spans.h;
  return Math.round(s / DAY_S) + THIN + t.spans.d;
}
