import { DAY_S } from '../../../durations.ts';
import { FEATURE_NAMES, type FeatureName } from '../learners/features.ts';
import { VOLATILITY_INPUTS } from './volatility.ts';

/** Features whose sign matters to a width: a low stays, a high does not. */
const SIGNED: readonly FeatureName[] = ['pressure_anomaly', 'temp_anomaly', 'humidity_anomaly', 'cloud'];
const SIGNED_AT = SIGNED.map((name) => FEATURE_NAMES.indexOf(name));

export const WIDTH_INPUTS = VOLATILITY_INPUTS + 2 + SIGNED.length;

const DAYS_OF_YEAR = 365.25;
/** Beyond it a year has its full seasons. */
const FULL_SEASONS_DEG = 45;

/** −1..1: how much of a northern year there is, and on which side of it; 0 where nobody knows the latitude. */
export const seasonality = (latitude: number | null): number =>
  latitude === null ? 0 : Math.min(1, Math.max(-1, latitude / FULL_SEASONS_DEG));

/**
 * ψ, the season of the target time, and the state of the weather. All but the season is what a pending forecast carries. Written into
 * `inputs`, if there are any: a head asks twice a tick, and an array that it throws away each time costs more than the numbers.
 */
export function widthInputs(
  psi: Float64Array,
  phi: Float64Array,
  dueS: number,
  seasons: number,
  inputs: Float64Array = new Float64Array(WIDTH_INPUTS),
): Float64Array {
  for (let i = 0; i < VOLATILITY_INPUTS; i++) inputs[i] = psi[i]!;
  const angle = (2 * Math.PI * dueS) / (DAYS_OF_YEAR * DAY_S);
  inputs[VOLATILITY_INPUTS] = seasons * Math.cos(angle);
  inputs[VOLATILITY_INPUTS + 1] = seasons * Math.sin(angle);
  for (let i = 0; i < SIGNED_AT.length; i++) inputs[VOLATILITY_INPUTS + 2 + i] = phi[SIGNED_AT[i]!]!;
  return inputs;
}
