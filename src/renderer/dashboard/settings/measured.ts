import { units } from '../../kit/browser-choices.ts';
import { decimalsOf, inUnits, type Kind, type Units, unitOf } from '../../kit/format.ts';
import { storedOf } from '../../kit/stored-of.ts';

/** How a setting's number is shown and typed, where that depends on the reader's units. */
export interface Measure {
  unit: string;
  decimals: number;
  shown(stored: number): number;
  stored(typed: number): number;
}

/** Kind, and parts of one that are stored. */
const MEASURED: Readonly<Record<string, readonly [kind: Kind, parts: number]>> = {
  'site.altitude_m': ['height', 10],
  'site.pressure_offset_hpa': ['pressureStep', 100],
  'pressure.reference': ['pressure', 100],
};

export function measureOf(key: string, reader: Units = units.value): Measure | null {
  const found = MEASURED[key];
  if (!found) return null;
  const [kind, parts] = found;
  return {
    unit: unitOf(kind, reader),
    decimals: decimalsOf(kind, reader),
    shown: (stored) => Number(inUnits(kind, stored, reader).toFixed(decimalsOf(kind, reader))),
    stored: (typed) => Math.round(parts * storedOf(kind, typed, reader)) / parts,
  };
}
