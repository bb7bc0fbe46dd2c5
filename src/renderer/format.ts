import { DAY_S, HOUR_S } from '../base/durations.ts';
import type { Target } from '../contract/names.ts';
import { MINUS, numbersOf, THIN } from '../messages/number.ts';
import { tag } from './language.ts';
import { t } from './texts/page.ts';

/** Every number on the screen is made here: true minus, thin spaces, decimals fixed per quantity, null is a dash. */

export type Units = 'metric' | 'imperial';
export type Kind =
  | 'temperature'
  | 'temperatureStep'
  | 'temperatureRate'
  | 'humidity'
  | 'humidityStep'
  | 'humidityRate'
  | 'pressure'
  | 'pressureStep'
  | 'pressureRate'
  | 'vapour'
  | 'density'
  | 'light'
  | 'irradiance'
  | 'probability'
  | 'angle'
  | 'acceleration'
  | 'turn';

interface Scale {
  unit: string;
  decimals: number;
  of: (metric: number) => number;
  /** A change is worth its sign even when it is positive. */
  signed?: true;
}

export { MINUS, THIN };
export const DASH = '\u2013';
const text = numbersOf(tag);

const same = (x: number): number => x;
const fahrenheit = (c: number): number => c * 1.8 + 32;
const fahrenheitStep = (c: number): number => c * 1.8;
const inchesOfMercury = (hPa: number): number => hPa / 33.8639;

const metric: Record<Kind, Scale> = {
  temperature: { unit: '°C', decimals: 1, of: same },
  temperatureStep: { unit: '°', decimals: 1, of: same, signed: true },
  temperatureRate: { unit: '°/h', decimals: 1, of: same, signed: true },
  humidity: { unit: '%', decimals: 0, of: same },
  humidityStep: { unit: '%', decimals: 1, of: same, signed: true },
  humidityRate: { unit: '/h', decimals: 1, of: same, signed: true },
  pressure: { unit: 'hPa', decimals: 1, of: same },
  pressureStep: { unit: 'hPa', decimals: 1, of: same, signed: true },
  pressureRate: { unit: 'hPa/h', decimals: 1, of: same, signed: true },
  vapour: { unit: 'hPa', decimals: 1, of: same },
  density: { unit: 'g/m³', decimals: 1, of: same },
  light: { unit: 'lx', decimals: 0, of: same },
  irradiance: { unit: 'W/m²', decimals: 0, of: same },
  probability: { unit: '%', decimals: 0, of: (p) => p * 100 },
  angle: { unit: '°', decimals: 0, of: same },
  acceleration: { unit: 'g', decimals: 2, of: same, signed: true },
  turn: { unit: '°/s', decimals: 1, of: same, signed: true },
};

const imperial: Record<Kind, Scale> = {
  ...metric,
  temperature: { unit: '°F', decimals: 1, of: fahrenheit },
  temperatureStep: { unit: '°', decimals: 1, of: fahrenheitStep, signed: true },
  temperatureRate: { unit: '°/h', decimals: 1, of: fahrenheitStep, signed: true },
  pressure: { unit: 'inHg', decimals: 2, of: inchesOfMercury },
  pressureStep: { unit: 'inHg', decimals: 2, of: inchesOfMercury, signed: true },
  pressureRate: { unit: 'inHg/h', decimals: 3, of: inchesOfMercury, signed: true },
  vapour: { unit: 'inHg', decimals: 2, of: inchesOfMercury },
};

const tables = { metric, imperial };
export type Maybe = number | null | undefined;

/** `−3.4`, `12 500`, `–`. */
export const number = (value: Maybe, decimals = 0, signed = false): string =>
  value === null || value === undefined || !Number.isFinite(value) ? DASH : text(value, decimals, signed);

/** The number alone, in the reader's units. */
export function figure(kind: Kind, value: Maybe, units: Units, decimals?: number): string {
  const scale = tables[units][kind];
  return number(
    value === null || value === undefined ? null : scale.of(value),
    decimals ?? scale.decimals,
    scale.signed,
  );
}

export const unitOf = (kind: Kind, units: Units): string => tables[units][kind].unit;

/** Converts a value to the reader's units, for charts. */
export const inUnits = (kind: Kind, value: number, units: Units): number => tables[units][kind].of(value);

/** Number and unit in one text, for sentences and tables: `−3.4 °C`, `57 %`, `9.2°`. */
export function withUnit(kind: Kind, value: Maybe, units: Units, decimals?: number): string {
  const text = figure(kind, value, units, decimals);
  if (text === DASH) return DASH;
  const unit = unitOf(kind, units);
  return unit.startsWith('°') && unit.length === 1 ? text + unit : `${text}${THIN}${unit}`;
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
