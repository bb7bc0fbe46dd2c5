import type { Sample } from '../sensors/sample.ts';

/** A signal that the station watches, as the API names it. */
export type Watched = 'temperature' | 'humidity' | 'pressure' | 'cpu' | 'light' | 'acceleration' | 'magnetic_field';

/** Limits of a watched signal, and the signs of a dead chip. */
export interface SignalSpec {
  name: Watched;
  unit: string;
  min: number;
  max: number;
  /** A main signal that is missing or wrong is a fault of the station; of the others it is a warning. */
  main: boolean;
  /** A raw reading that is bit-identical for ten minutes comes from a dead converter. Light may well be 0 all night. */
  latches: boolean;
  of: (sample: Sample) => number | null;
}

const length = (v: { x: number; y: number; z: number } | null): number | null =>
  v === null ? null : Math.hypot(v.x, v.y, v.z);

const MAIN = { main: true, latches: true };
const BESIDE = { main: false, latches: true };
const MAY_STAND_STILL = { main: false, latches: false };

/** Limits are what the chips and a home can give, not what weather usually does. */
export const HEALTH_SIGNALS: readonly SignalSpec[] = [
  { name: 'temperature', unit: '°C', min: -40, max: 85, ...MAIN, of: (s) => s.humidityChipC ?? s.pressureChipC },
  { name: 'humidity', unit: '%', min: -5, max: 105, ...MAIN, of: (s) => s.humidityPct },
  { name: 'pressure', unit: 'hPa', min: 300, max: 1100, ...MAIN, of: (s) => s.pressureHpa },
  { name: 'cpu', unit: '°C', min: -20, max: 110, ...MAY_STAND_STILL, of: (s) => s.cpuC },
  { name: 'light', unit: 'counts', min: 0, max: 65_535, ...MAY_STAND_STILL, of: (s) => s.light?.clear ?? null },
  { name: 'acceleration', unit: 'g', min: 0.2, max: 4, ...BESIDE, of: (s) => length(s.accelG) },
  { name: 'magnetic_field', unit: 'µT', min: 1, max: 1000, ...BESIDE, of: (s) => length(s.fieldUt) },
];
