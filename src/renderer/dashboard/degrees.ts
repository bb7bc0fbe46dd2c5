import { units } from '../kit/browser-choices.ts';
import { DASH, figure, type Maybe } from '../kit/format.ts';

/** Temperature in the reader's unit as sentences and small figures have it: `−3.4°`; a dash where it is unknown. */
export function degrees(celsius: Maybe, decimals?: number): string {
  const text = figure('temperature', celsius, units.value, decimals);
  return text === DASH ? text : `${text}°`;
}
