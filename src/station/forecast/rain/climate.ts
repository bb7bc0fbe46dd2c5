import { DAY_S } from '../../../base/durations.ts';
import { finite } from '../../../maths/check.ts';
import { ExpMean, type ExpMeanState } from '../../../maths/exp-mean.ts';
import { logit, sigmoid } from '../../../maths/online-logistic.ts';
import { type RainPrior, SHIPPED_PRIOR } from './prior.ts';

const WITNESS_SHARE = 0.6;
const WITNESS_DAYS = 14;
/** Memory of the centre in days of average slope .12: a year out of doors, so that it does not take a season for the climate. */
const CENTRE_DAYS = { indoors: 30, outdoors: 365 };
/** A young station finds its centre within days. */
const FIRST_DAYS = { indoors: 1, outdoors: 11 };
/** Prior spread of the score, and the days a place needs to override it. */
const USUAL_SPREAD = 1.2;
const SPREAD_DAYS = 20;
const FLATTEST = 0.6;
const STEEPEST = 1.25;

export interface RainClimateState {
  witness: ExpMeanState;
  centre: number;
  /** Running mean of the prior's score, and mean square of the distance from it. */
  score: { mean: ExpMeanState; spread2: ExpMeanState };
}

/**
 * Base rate of rain here. The configured rate may be wrong by half; outdoors the air tells more: how damp, cloudy and unsettled it was,
 * read with an intercept common to all sites, for up to 60 % of the weight. Indoors the air describes the room, so the configured rate
 * stands. Two things are learned without labels: the intercept moves until the mean probability equals that rate, and the prior's score is
 * flattened where it spreads further than in its training, steepened where it spreads less.
 */
export class RainClimate {
  #witness: ExpMean;
  #centre: number;
  #meanScore: ExpMean;
  #spread2: ExpMean;

  constructor(
    private readonly configured: number,
    private readonly indoors: boolean,
    private readonly stepS: number,
    private readonly prior: RainPrior = SHIPPED_PRIOR,
  ) {
    this.#centre = prior.centre;
    const aYear = (365 * DAY_S) / stepS;
    this.#witness = new ExpMean(aYear);
    this.#meanScore = new ExpMean(aYear);
    this.#spread2 = new ExpMean(aYear);
  }

  static fromJSON(
    saved: RainClimateState,
    configured: number,
    indoors: boolean,
    stepS: number,
    prior = SHIPPED_PRIOR,
  ): RainClimate {
    const climate = new RainClimate(configured, indoors, stepS, prior);
    climate.#witness = ExpMean.fromJSON(saved.witness, climate.#witness.memory);
    climate.#centre = finite(saved.centre, 'centre');
    climate.#meanScore = ExpMean.fromJSON(saved.score.mean, climate.#meanScore.memory);
    climate.#spread2 = ExpMean.fromJSON(saved.score.spread2, climate.#spread2.memory);
    return climate;
  }

  toJSON(): RainClimateState {
    return {
      witness: this.#witness.toJSON(),
      centre: this.#centre,
      score: { mean: this.#meanScore.toJSON(), spread2: this.#spread2.toJSON() },
    };
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

  /** Slope of the prior's score at this place. */
  get steepness(): number {
    if (this.indoors) return 1;
    const days = (this.#spread2.n * this.stepS) / DAY_S;
    const own = this.#spread2.value ?? 0;
    const spread = Math.sqrt((days * own + SPREAD_DAYS * USUAL_SPREAD ** 2) / (days + SPREAD_DAYS));
    return Math.min(STEEPEST, Math.max(FLATTEST, USUAL_SPREAD / spread));
  }

  /** Updates with the prior's score of one tick. */
  learn(score: number): void {
    this.#witness.add(sigmoid(this.prior.commonIntercept + score));
    this.#meanScore.add(score);
    this.#spread2.add((score - this.#meanScore.value!) ** 2);
    const where = this.indoors ? 'indoors' : 'outdoors';
    const days = (this.#witness.n * this.stepS) / DAY_S;
    const step = this.stepS / (Math.min(CENTRE_DAYS[where], days + FIRST_DAYS[where]) * DAY_S * 0.12);
    // Found at the rate the air itself tells of: a configured one that is wrong must not be made worse by it.
    const rate = this.indoors ? this.configured : this.#witness.value!;
    this.#centre += step * (rate - sigmoid(logit(rate) + this.#centre + this.steepness * score));
  }
}
