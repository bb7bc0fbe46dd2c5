import type { RawColumn } from '../../../quantities/names.ts';
import type { Scale } from '../../air/scale/scale.ts';

/** Inputs of the compensation, from a sample or, as means, from a folded row. */
export type CompensationInput = Record<Extract<RawColumn, 'temp_raw' | 'temp_hum_chip' | 'hum_raw'>, number | null> & {
  /** u = max(c - T_raw, 0) or its mean, see `cpuExcess`. */
  cpu_excess: number | null;
};

/** The smoothing filter's answer to a correction of its input: the filter of the live station, fed with differences. */
export interface Follower {
  learn(correction: number, tS: number): unknown;
  /** After the last correction. */
  readonly now: { level: number; ratePerH: number } | null;
  toJSON(): unknown;
}

/** Derives columns on one scale, for the store, which knows no physics. All but the follower are pure. */
export interface Deriver {
  /** Scale of this derivation, for the job's answer and to notice a newer one. */
  readonly scale: Scale;
  /** T = T_raw - k u; RH = clip(RH_base + offset, 0, 100). Must agree to the last bit with what the live station stores. */
  compensate(input: CompensationInput): { temp: number | null; hum: number | null };
  seaLevel(stationHpa: number | null): number | null;
  dewPoint(tempC: number | null, humidityPct: number | null): number | null;
  follower(signal: 'temperature' | 'humidity', saved: unknown): Follower;
}
