import { DAY_S } from '../../../base/durations.ts';
import type { Target } from '../../../contract/names.ts';
import { clip } from '../grid.ts';
import { FEATURE_AT } from '../learners/features.ts';

/** Number of inputs ψ. */
export const VOLATILITY_INPUTS = 9;

const SUN_TARGET = FEATURE_AT.sun_target;
const OWN_CHANGE = FEATURE_AT.own_change_1h;
const PRESSURE_CHANGE = FEATURE_AT.pressure_change_6h;
const DEW_DEPRESSION = FEATURE_AT.dew_depression;

/** Features whose sign matters to a width: a low stays, a high does not. */
const SIGNED = ['pressure_anomaly', 'temp_anomaly', 'humidity_anomaly', 'cloud'] as const;
const SIGNED_AT = SIGNED.map((name) => FEATURE_AT[name]);

export const WIDTH_INPUTS = VOLATILITY_INPUTS + 2 + SIGNED_AT.length;

const DAYS_OF_YEAR = 365.25;
/** Beyond it a year has its full seasons. */
const FULL_SEASONS_DEG = 45;

/** −1..1: how much of a northern year there is, and on which side of it; 0 where nobody knows the latitude. */
export const seasonality = (latitude: number | null): number =>
  latitude === null ? 0 : clip(latitude / FULL_SEASONS_DEG, -1, 1);

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

/** Prior of a band's width, before a station has errors of its own. */
export interface WidthPrior {
  /** Mean of ln(|e|/s_H + floor). */
  mean: number;
  /** For the inputs of `widthInputs`, in their order. */
  shape: readonly number[];
}

/**
 * Fitted once on the three development records (Lyngby, Svartberget, Essen): ln(|e|/s_H + .1) of each record after its first 60 days,
 * centred on the record's own mean and regressed on the inputs. A record weighs the square root of its number of forecasts; the first
 * weight makes the whole 0 on average. The errors were those of the engine before it had a prior. `npm run -s bench -- width-prior` fits
 * to the engine as it is, prints both, and judges a shape on the record it was not fitted on. On those first errors, with one best
 * quantile over a record, a record's own shape is worth 2 to 12 % of Winkler score against none. The shape of the two others is worth at
 * most 2.3 points less; only for humidity at Svartberget it is worth half (4 to 6 of 11 %).
 */
// biome-ignore format: a table
const FITTED: Readonly<Record<Target, Readonly<Record<number, WidthPrior>>>> = {
  temperature: {
    21600: { mean: -0.79, shape: [-0.2, 0.02, -0.02, 0.56, 0.1, 0.07, 0.13, -0.03, 0, -0.01, 0.03, -0.01, 0.04, -0.04, -0.03] },
    43200: { mean: -0.8, shape: [-0.15, 0.01, -0.04, 0.29, 0.04, 0.08, 0.07, -0.12, -0.03, -0.06, 0.05, 0, 0.06, -0.12, 0.01] },
    86400: { mean: -0.88, shape: [-0.03, 0.03, 0.03, 0.01, 0.04, 0.09, 0.07, 0.23, -0.13, 0.05, 0.01, 0.01, 0.06, 0.12, 0.01] },
  },
  humidity: {
    21600: { mean: -0.72, shape: [-0.07, -0.09, -0.08, 0.37, 0.08, 0.05, 0.1, 0.14, 0.19, -0.07, 0.07, -0.01, -0.02, 0, 0.01] },
    43200: { mean: -0.77, shape: [-0.03, -0.08, -0.19, 0.21, 0.03, 0.06, 0.1, 0.18, 0.14, -0.06, 0.07, 0, -0.02, 0, 0.03] },
    86400: { mean: -0.92, shape: [0.01, -0.04, -0.05, -0.02, 0.07, 0.06, 0.22, 0.19, 0.12, -0.08, 0.07, 0, -0.04, 0.05, 0.05] },
  },
  pressure: {
    21600: { mean: -0.87, shape: [-0.05, 0.01, -0.02, -0.05, 0.12, 0.08, 0.3, -0.06, 0.03, 0.12, 0.08, -0.07, 0.04, -0.03, 0.01] },
    43200: { mean: -0.56, shape: [-0.09, 0.03, 0.03, -0.01, 0.14, 0.13, 0.17, -0.11, 0.02, 0.16, 0.11, -0.08, 0.01, -0.06, 0.01] },
    86400: { mean: -0.31, shape: [-0.11, -0.01, 0.01, 0.02, 0.09, 0.15, 0.02, -0.09, -0.08, 0.22, 0.11, -0.08, -0.04, -0.06, -0.01] },
  },
};

/** Null where errors come so often that a station's own days say more than another one's years. */
export const widthPrior = (target: Target, horizonS: number): WidthPrior | null => FITTED[target][horizonS] ?? null;
