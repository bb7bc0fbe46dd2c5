import { units } from '../../kit/browser-choices.ts';
import { decimalsOf, inUnits, type Kind, unitOf } from '../../kit/format.ts';
import { storedOf } from '../../kit/stored-of.ts';

/** Kind of a setting, and into how many parts its unit is rounded. */
const MEASURED: Readonly<Record<string, readonly [kind: Kind, parts: number]>> = {
  'site.altitude_m': ['height', 10],
  'site.pressure_offset_hpa': ['pressureStep', 100],
  'pressure.reference': ['pressure', 100],
};

/** How a setting's number is shown and typed, where that depends on the reader's units. */
export function measureOf(key: string, reader = units.value) {
  const found = MEASURED[key];
  if (!found) return null;
  const [kind, parts] = found;
  return {
    unit: unitOf(kind, reader),
    decimals: decimalsOf(kind, reader),
    shown: (stored: number) => Number(inUnits(kind, stored, reader).toFixed(decimalsOf(kind, reader))),
    stored: (typed: number) => Math.round(parts * storedOf(kind, typed, reader)) / parts,
  };
}
