import type { Place } from '../../air/physics/sun.ts';
import { PRIOR_FITTED } from './prior-fitted.ts';
import type { PriorInputs } from './prior-inputs.ts';

/** Step function of one input: `worth[i]` up to `cuts[i]`, and the last one above the last cut. */
export interface Steps {
  input: number;
  cuts: readonly number[];
  worth: readonly number[];
}

/** Two questions and four answers: input and threshold; then one for what lies below and one for what lies above; four worths. */
export type Pair = readonly [number, number, number, number, number, number, number, number, number, number];

/** A sum of logits: each input alone, and what two of them are worth together beyond that. */
export interface Ensemble {
  steps: readonly Steps[];
  pairs: readonly Pair[];
}

/** Prior of rain, trained on the weather of other places, for a station without labels. */
export interface RainPrior {
  /** For a moment whose sky was seen, and for one without. */
  lit: Ensemble;
  dark: Ensemble;
  /** Intercept at which the score fits the base rate of the places where the prior was learned. */
  commonIntercept: number;
  /** How far the intercept lies above the logit of a place's base rate. */
  centre: number;
  /** The records it was fitted on. */
  fittedOn: readonly { name: string; latitude: number; longitude: number; fromS: number; untilS: number }[];
}

export const SHIPPED_PRIOR: RainPrior = PRIOR_FITTED;

const SAME_PLACE_DEG = 0.05;

/** The record the prior was fitted on, where it holds a row of this time at this place: on that one no score proves anything. */
export function fittedOn(prior: RainPrior, place: Place, fromS: number, untilS: number): string | null {
  const { latitude, longitude } = place;
  if (latitude === null || longitude === null) return null;
  const seen = prior.fittedOn.find(
    (of) =>
      Math.hypot(of.latitude - latitude, of.longitude - longitude) < SAME_PLACE_DEG &&
      of.fromS <= untilS &&
      of.untilS >= fromS,
  );
  return seen?.name ?? null;
}

/** Logit of rain within three hours, but for the intercept. */
export function priorScore(prior: RainPrior, { values, lit }: PriorInputs): number {
  const { steps, pairs } = lit ? prior.lit : prior.dark;
  let sum = 0;
  for (const { input, cuts, worth } of steps) {
    const value = values[input]!;
    const at = cuts.findIndex((cut) => !(cut < value));
    sum += worth.at(at)!;
  }
  for (const [a, atA, b, atB, c, atC, bb, ba, ab, aa] of pairs)
    sum += values[a]! <= atA ? (values[b]! <= atB ? bb : ba) : values[c]! <= atC ? ab : aa;
  return sum;
}
