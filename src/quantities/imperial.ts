export type Units = 'metric' | 'imperial';

export interface Conversion {
  unit: string;
  factor: number;
  /** Added to a level; a difference has none. */
  offset: number;
  /** Ends the name of a column. */
  suffix: string;
}

/** Units of the United States for the station's. */
export const IMPERIAL: Readonly<Record<string, Conversion>> = {
  '°C': { unit: '°F', factor: 1.8, offset: 32, suffix: '_f' },
  '°C/h': { unit: '°F/h', factor: 1.8, offset: 0, suffix: '_f_per_h' },
  K: { unit: '°F', factor: 1.8, offset: 0, suffix: '_f' },
  hPa: { unit: 'inHg', factor: 0.0295299830714, offset: 0, suffix: '_inhg' },
  'hPa/h': { unit: 'inHg/h', factor: 0.0295299830714, offset: 0, suffix: '_inhg_per_h' },
  'm/s': { unit: 'mph', factor: 2.2369362920544, offset: 0, suffix: '_mph' },
  mm: { unit: 'in', factor: 1 / 25.4, offset: 0, suffix: '_in' },
  'mm/h': { unit: 'in/h', factor: 1 / 25.4, offset: 0, suffix: '_in_per_h' },
  km: { unit: 'mi', factor: 1 / 1.609344, offset: 0, suffix: '_mi' },
};

/** A level of a unit in the reader's units; as it is where they read the same. */
export function converted(value: number, unit: string, units: Units): number {
  const to = units === 'imperial' ? IMPERIAL[unit] : undefined;
  return to ? value * to.factor + to.offset : value;
}
