import { DAY_S } from '../../../durations.ts';
import { finite } from '../../learned/check.ts';
import { ExpMean, type ExpMeanState } from '../../learned/exp-mean.ts';
import { PRIOR_SLOPES } from './learner.ts';
import { logit, sigmoid } from './online-logistic.ts';

/** At an average site the mean of the features is not 0; this much the intercept is below the base rate's logit. */
const FEATURE_MEAN = -0.26;
/** The common intercept of the sites the slopes were fitted on (−1.29 to −1.67), with which the air itself speaks of its climate. */
const COMMON_INTERCEPT = -1.5;
const WITNESS_SHARE = 0.6;
const WITNESS_DAYS = 14;
/** Memory of the indoor centre, days of average slope .12. */
const CENTRE_DAYS = 30;

export interface RainClimateState {
  witness: ExpMeanState;
  centre: number;
}

/**
 * How common rain is here. The configured base rate is one witness and may be wrong by half; out of doors the air is another: how
 * damp, cloudy and unsettled it was, read with an intercept common to all sites, for up to 60 % of the say. Indoors the air
 * describes the room, so there the intercept is moved until the mean probability is the configured rate.
 */
export class RainClimate {
  #witness: ExpMean;
  #centre = FEATURE_MEAN;

  constructor(
    private readonly configured: number,
    private readonly indoors: boolean,
    private readonly stepS: number,
  ) {
    this.#witness = new ExpMean((365 * DAY_S) / stepS);
  }

  static fromJSON(saved: RainClimateState, configured: number, indoors: boolean, stepS: number): RainClimate {
    const climate = new RainClimate(configured, indoors, stepS);
    climate.#witness = ExpMean.fromJSON(saved.witness, climate.#witness.memory);
    climate.#centre = finite(saved.centre, 'centre');
    return climate;
  }

  toJSON(): RainClimateState {
    return { witness: this.#witness.toJSON(), centre: this.#centre };
  }

  /** The share of 3 h spells with rain, as far as is known. */
  get baseRate(): number {
    const read = this.#witness.value;
    if (this.indoors || read === null) return this.configured;
    const days = (this.#witness.n * this.stepS) / DAY_S;
    const share = (WITNESS_SHARE * days) / (days + WITNESS_DAYS);
    return sigmoid((1 - share) * logit(this.configured) + share * logit(read));
  }

  get intercept(): number {
    return logit(this.baseRate) + this.#centre;
  }

  /** One tick's features. */
  learn(x: Float64Array): void {
    const slope = x.reduce((sum, value, i) => sum + value * PRIOR_SLOPES[i]!, 0);
    this.#witness.add(sigmoid(COMMON_INTERCEPT + slope));
    if (!this.indoors) return;
    const step = this.stepS / (CENTRE_DAYS * DAY_S * 0.12);
    this.#centre += step * (this.configured - sigmoid(this.intercept + slope));
  }
}
