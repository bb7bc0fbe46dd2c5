import type { DerivedName } from '../../quantities/names.ts';
import type { Attitude } from '../attitude/orientation.ts';
import type { Flags } from '../quality/flags.ts';
import type { Sample } from '../sensors/sample.ts';
import type { AirLevels, HeardTick, TickRates } from '../tick.ts';

/** Quantities that need what only some stations measure: they follow from values that are present, not from one sample. */
type FeltName = 'windChillC' | 'apparentC' | 'feelsLikeC';
export type FeltQuantities = Record<FeltName, number | null>;
export type DerivedQuantities = Record<Exclude<DerivedName, FeltName>, number | null>;

/** Processed sample: raw values, derived values, and the corrections between them. */
export interface Reading {
  tS: number;
  /** Time that only passes, whatever the clock does: for whoever asks how long something lasted. */
  evenS: number;
  sample: Sample;
  /** Element temperature the compensation starts from: both thermometers, fused. */
  temperatureRawC: number | null;
  cpuSmoothC: number | null;
  /** Degrees the compensation removed. */
  cpuOffsetC: number | null;
  /** The CPU could not be read and the last offset is held. */
  cpuOffsetHeld: boolean;
  compensatorK: number;
  humidityOffsetPct: number;
  /** Null while the psychrometric term is off. */
  psychrometricPct: number | null;
  /** Compensated, not smoothed. */
  temperatureC: number | null;
  humidityPct: number | null;
  smooth: AirLevels;
  seaLevelHpa: number | null;
  rates: TickRates;
  outdoorC: number | null;
  /** Air of bought stations with its rates. */
  heard?: HeardTick | undefined;
  attitude: Attitude;
  derived: DerivedQuantities;
  hex: string;
  /** Quality flags of its raw values. What is flagged as wrong is null in everything that follows from them. */
  flags?: Flags;
}
