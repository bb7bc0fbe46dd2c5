import { HOUR_S } from '../../base/durations.ts';
import { HORIZONS_S, TARGETS, type Target } from '../../contract/names.ts';

/** Nominal change in the weather by which values of a target are scaled: 1 °C, 5 %, 1 hPa. */
export const UNIT: Readonly<Record<Target, number>> = { temperature: 1, humidity: 5, pressure: 1 };

/** s_H: what a change over the horizon is measured in. */
export const horizonScale = (target: Target, horizonS: number): number =>
  UNIT[target] * Math.sqrt(Math.max(0.25, horizonS / HOUR_S));

/** The horizons a grid of this step can carry: whole numbers of steps. Others are left out, never interpolated. */
export const horizonsOn = (stepS: number): number[] => HORIZONS_S.filter((h) => h >= stepS && h % stepS === 0);

export interface HeadKey {
  target: Target;
  horizonS: number;
}

export const headName = (target: string, horizonS: number): string => `${target}@${horizonS}`;

/** Every head on a grid, sorted by target name and horizon as the API lists them. */
export const headsOn = (stepS: number): HeadKey[] =>
  [...TARGETS].sort().flatMap((target) => horizonsOn(stepS).map((horizonS) => ({ target, horizonS })));

/** Weight of the newest value in an exponentially weighted mean: 1/n until the memory takes over, which removes the start-up bias. */
export const ewWeight = (n: number, steady: number): number => Math.max(1 / n, steady);

/** The steady weight of a mean with this memory at this step. */
export const ewSteady = (stepS: number, memoryS: number): number => 1 - Math.exp(-stepS / memoryS);

export const clip = (value: number, lo: number, hi: number): number => Math.min(hi, Math.max(lo, value));

/** Change from one value to another; 0, as if there were none, where either is missing. */
export const difference = (now: number | null | undefined, before: number | null | undefined): number =>
  now == null || before == null ? 0 : now - before;
