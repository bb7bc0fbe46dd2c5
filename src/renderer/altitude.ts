import { number, THIN, type Units } from './format.ts';

export type Length = 'm' | 'ft';
const M_PER_FT = 0.3048;

export const lengthOf = (units: Units): Length => (units === 'imperial' ? 'ft' : 'm');
/** Elevation as whole metres or feet: finer nobody knows it. */
export const inLength = (metres: number, length: Length): number =>
  Math.round(length === 'ft' ? metres / M_PER_FT : metres);
export const metresOf = (value: number, length: Length): number => (length === 'ft' ? value * M_PER_FT : value);
/** `408 m`, `1339 ft`. */
export const altitudeText = (metres: number, length: Length): string =>
  number(inLength(metres, length)) + THIN + length;
