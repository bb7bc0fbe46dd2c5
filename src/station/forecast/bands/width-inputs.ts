import { DAY_S } from '../../../base/durations.ts';
import { clip } from '../grid.ts';
import { FEATURE_NAMES, type FeatureName } from '../learners/features.ts';

/** Number of inputs ψ. */
export const VOLATILITY_INPUTS = 9;

const at = (name: FeatureName): number => FEATURE_NAMES.indexOf(name);
const SUN_TARGET = at('sun_target');
const OWN_CHANGE = at('own_change_1h');
const PRESSURE_CHANGE = at('pressure_change_6h');
const DEW_DEPRESSION = at('dew_depression');

/** Features whose sign matters to a width: a low stays, a high does not. */
const SIGNED: readonly FeatureName[] = ['pressure_anomaly', 'temp_anomaly', 'humidity_anomaly', 'cloud'];
const SIGNED_AT = SIGNED.map(at);

export const WIDTH_INPUTS = VOLATILITY_INPUTS + 2 + SIGNED.length;

const DAYS_OF_YEAR = 365.25;
/** Beyond it a year has its full seasons. */
const FULL_SEASONS_DEG = 45;

/** −1..1: how much of a northern year there is, and on which side of it; 0 where nobody knows the latitude. */
export const seasonality = (latitude: number | null): number =>
  latitude === null ? 0 : Math.min(1, Math.max(-1, latitude / FULL_SEASONS_DEG));

/**
 * ψ, what the volatility of a head's error is regressed on; mostly sizes of the head's own features. `recent` is v, `variability` B,
 * `thenHour` cosine and sine of the target time's solar hour. Written into `psi`.
 */
export function volatilityInputs(
  phi: Float64Array,
  recent: number,
  variability: number,
  thenHour: readonly [number, number],
  psi: Float64Array = new Float64Array(VOLATILITY_INPUTS),
): Float64Array {
  psi[0] = 1;
  psi[1] = thenHour[0];
  psi[2] = thenHour[1];
  psi[3] = phi[SUN_TARGET]!;
  psi[4] = Math.abs(phi[OWN_CHANGE]!);
  psi[5] = Math.abs(phi[PRESSURE_CHANGE]!);
  psi[6] = recent / 2;
  psi[7] = clip(phi[DEW_DEPRESSION]!, -2, 2);
  psi[8] = Math.min(3, 2 * variability) - 0.3;
  return psi;
}

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
