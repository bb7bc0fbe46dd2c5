import { DAY_S } from '../../../base/durations.ts';
import { FEATURE_AT, FEATURE_COUNT } from './features.ts';

const SUN_NOW = FEATURE_AT.sun_now;
const SUN_TARGET = FEATURE_AT.sun_target;
const SUN_MEAN = FEATURE_AT.sun_mean;
const PRESSURE_CHANGE = FEATURE_AT.pressure_change_6h;
const TREND = FEATURE_AT.own_change_1h;

/** Features that change what the last hour's change means. */
const WITH_TREND = (
  [
    'sun_mean',
    'hour_cos',
    'hour_sin',
    'temp_anomaly',
    'climatology_change',
    'yesterday_change',
    'own_change_15m',
    'own_change_1h',
    'own_vs_day_mean',
    'dew_depression',
    'cloud',
    'light_now',
  ] as const
).map((name) => FEATURE_AT[name]);

/** All features but the bias, whose product with the sun is the sun's own feature. */
const PRODUCTS = FEATURE_COUNT - 1;
export const EXPANDED_COUNT = FEATURE_COUNT + 2 * PRODUCTS + FEATURE_COUNT + WITH_TREND.length;

/** Offset of the product blocks, less the bias that the first two lack. */
const NOW_AT = FEATURE_COUNT - 1;
const THEN_AT = NOW_AT + PRODUCTS;
const GATE_AT = THEN_AT + FEATURE_COUNT;
const TREND_AT = GATE_AT + FEATURE_COUNT;

/** From here on how much sun there will be between now and then matters more than whether it is night now. */
const LONG_S = 21600;

/**
 * The features and their products with the sun now, with the sun then, with a third gate, and of some with the present trend.
 * Weather answers differently by day and by night; one set of weights for both is the main thing that the plain regression lacks.
 * The gate is night on the short horizons, so that each feature has its own weight after sunset, and the mean sun until then on
 * the long ones, which carries the season. A day ahead the sun stands where it stands now: there the change of pressure, which
 * knows the passing troughs, takes the place of the sun then. docs/evidence/skill.md has what it gains; all pairs of features gain no more.
 */
export function expand(phi: Float64Array, horizonS: number, out: Float64Array): void {
  out.set(phi);
  const sunNow = phi[SUN_NOW]!;
  const then = thenOf(phi, horizonS);
  const gate = gateOf(phi, horizonS);
  for (let i = 1; i < FEATURE_COUNT; i++) {
    out[NOW_AT + i] = phi[i]! * sunNow;
    out[THEN_AT + i] = phi[i]! * then;
  }
  for (let i = 0; i < FEATURE_COUNT; i++) out[GATE_AT + i] = phi[i]! * gate;
  const trend = phi[TREND]!;
  for (let k = 0; k < WITH_TREND.length; k++) out[TREND_AT + k] = phi[WITH_TREND[k]!]! * trend;
}

/** Dot product of weights and expanded features without writing the features down: each block has its factor. */
export function weighExpanded(weights: Float64Array, phi: Float64Array, horizonS: number): number {
  let plain = weights[0]! * phi[0]!;
  let now = 0;
  let then = 0;
  let gated = weights[GATE_AT]! * phi[0]!;
  for (let i = 1; i < FEATURE_COUNT; i++) {
    const x = phi[i]!;
    plain += weights[i]! * x;
    now += weights[NOW_AT + i]! * x;
    then += weights[THEN_AT + i]! * x;
    gated += weights[GATE_AT + i]! * x;
  }
  let trend = 0;
  for (let k = 0; k < WITH_TREND.length; k++) trend += weights[TREND_AT + k]! * phi[WITH_TREND[k]!]!;
  const others = phi[SUN_NOW]! * now + thenOf(phi, horizonS) * then + gateOf(phi, horizonS) * gated;
  return plain + others + phi[TREND]! * trend;
}

const thenOf = (phi: Float64Array, horizonS: number): number => phi[horizonS >= DAY_S ? PRESSURE_CHANGE : SUN_TARGET]!;

function gateOf(phi: Float64Array, horizonS: number): number {
  if (horizonS >= LONG_S) return phi[SUN_MEAN]!;
  return phi[SUN_NOW]! <= 0 ? 1 : 0;
}
