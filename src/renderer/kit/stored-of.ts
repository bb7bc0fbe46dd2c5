import { inUnits, type Kind, type Units } from './format.ts';

/** Inverse conversion to the station's units: the way back, of what only views need that take numbers in. */
export function storedOf(kind: Kind, value: number, units: Units): number {
  const zero = inUnits(kind, 0, units);
  // Twelve digits: 68 °F are 20 °C, and not 20.000000000000032.
  return Number(((value - zero) / (inUnits(kind, 1, units) - zero)).toPrecision(12));
}
