import { HPA_PER_INHG, KM_PER_MILE, MM_PER_INCH, MS_PER_MPH } from './unit-factors.ts';

export type Units = 'metric' | 'imperial';

export interface Conversion {
  unit: string;
  factor: number;
  /** Added to a level; a difference has none. */
  offset?: number;
}

/** Units of the United States for the station's. */
export const IMPERIAL: Readonly<Record<string, Conversion>> = {
  '°C': { unit: '°F', factor: 1.8, offset: 32 },
  '°C/h': { unit: '°F/h', factor: 1.8 },
  K: { unit: '°F', factor: 1.8 },
  hPa: { unit: 'inHg', factor: 1 / HPA_PER_INHG },
  'hPa/h': { unit: 'inHg/h', factor: 1 / HPA_PER_INHG },
  'm/s': { unit: 'mph', factor: 1 / MS_PER_MPH },
  mm: { unit: 'in', factor: 1 / MM_PER_INCH },
  'mm/h': { unit: 'in/h', factor: 1 / MM_PER_INCH },
  m: { unit: 'ft', factor: 1 / 0.3048 },
  km: { unit: 'mi', factor: 1 / KM_PER_MILE },
};

const NONE: readonly string[] = ['%', 'lx', 'W/m²', 'mph', 'mi'];
const TWO: readonly string[] = ['inHg', 'inHg/h', 'in', 'in/h'];
/** Decimals of a value in the unit that it is shown in; where the unit says nothing, those of its quantity. */
export const decimalsIn = (unit: string, own = 1): number => (NONE.includes(unit) ? 0 : TWO.includes(unit) ? 2 : own);

/** End of a column's name in a unit: `_f`, `_in_per_h`. */
export const suffixOf = (unit: string): string => `_${unit.replace('°', '').replace('/', '_per_').toLowerCase()}`;

/** A level of a unit in the reader's units; as it is where they read the same. */
export function converted(value: number, unit: string, units: Units): number {
  const to = units === 'imperial' ? IMPERIAL[unit] : undefined;
  return to ? value * to.factor + (to.offset ?? 0) : value;
}
