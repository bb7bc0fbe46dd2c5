import { type Flags, isBad, type SignalName } from '../quality/flags.ts';
import type { DerivedQuantities, Reading } from './reading.ts';

/** Derived quantities by the signals they follow from. */
const OF_AIR: readonly (keyof DerivedQuantities)[] = [
  'dewPointC',
  'dewDepressionK',
  'wetBulbC',
  'vpdHpa',
  'absoluteHumidityGM3',
  'heatIndexC',
  'frostPointC',
];

const without = <T extends object>(record: T, names: readonly (keyof T)[]): T =>
  Object.assign({ ...record }, Object.fromEntries(names.map((name) => [name, null])));

/**
 * A reading without the values that are flagged as wrong: what is shown, watched, learned and sent. Raw values stay as the sensors gave
 * them, beside their flags.
 */
export function trustedReading(reading: Reading, flags: Flags): Reading {
  const bad = (name: SignalName): boolean => isBad(flags[name] ?? 0);
  let trusted: Reading = Object.keys(flags).length > 0 ? { ...reading, flags } : reading;
  if (bad('temperature')) {
    trusted = {
      ...trusted,
      temperatureC: null,
      smooth: { ...trusted.smooth, temperatureC: null },
      rates: { ...trusted.rates, temperatureCPerH: null },
      derived: without(trusted.derived, OF_AIR),
    };
  }
  if (bad('humidity')) {
    trusted = {
      ...trusted,
      humidityPct: null,
      smooth: { ...trusted.smooth, humidityPct: null },
      rates: { ...trusted.rates, humidityPctPerH: null },
      derived: without(trusted.derived, OF_AIR),
    };
  }
  if (bad('pressure')) {
    trusted = {
      ...trusted,
      seaLevelHpa: null,
      smooth: { ...trusted.smooth, stationHpa: null },
      rates: { ...trusted.rates, pressureHpaPerH: null },
    };
  }
  if (bad('outdoor')) trusted = { ...trusted, outdoorC: null };
  if (bad('light')) trusted = { ...trusted, derived: without(trusted.derived, ['cloudIndex']) };
  return trusted;
}
