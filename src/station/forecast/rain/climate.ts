import { DAY_S } from '../../../base/durations.ts';
import { ExpMean } from '../../../maths/exp-mean.ts';
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

/**
 * Base rate of rain here. The configured rate may be wrong by half; outdoors the air tells more: how damp, cloudy and unsettled it was,
 * read with an intercept common to all sites, for up to 60 % of the weight. Indoors the air describes the room, so the configured rate
 * stands. Two things are learned without labels: the intercept moves until the mean probability equals that rate, and the prior's score is
 * flattened where it spreads further than in its training, steepened where it spreads less.
 */
export class RainClimate {
  readonly state;

  constructor(
    private readonly configured: number,
    private readonly indoors: boolean,
    private readonly stepS: number,
    private readonly prior: RainPrior = SHIPPED_PRIOR,
  ) {
    const aYear = (365 * DAY_S) / stepS;
    this.state = {
      witness: new ExpMean(aYear),
      centre: prior.centre,
      /** Running mean of the prior's score, and mean square of the distance from it. */
      score: { mean: new ExpMean(aYear), spread2: new ExpMean(aYear) },
    };
  }

  /** The share of 3 h spells with rain, as far as is known. */
  get baseRate(): number {
    const read = this.state.witness.value;
    if (this.indoors || read === null) return this.configured;
    const days = (this.state.witness.n * this.stepS) / DAY_S;
    const share = (WITNESS_SHARE * days) / (days + WITNESS_DAYS);
    return sigmoid((1 - share) * logit(this.configured) + share * logit(read));
  }

  get intercept(): number {
    return logit(this.baseRate) + this.state.centre;
  }

  /** Slope of the prior's score at this place. */
  get steepness(): number {
    if (this.indoors) return 1;
    const days = (this.state.score.spread2.n * this.stepS) / DAY_S;
    const own = this.state.score.spread2.value ?? 0;
    const spread = Math.sqrt((days * own + SPREAD_DAYS * USUAL_SPREAD ** 2) / (days + SPREAD_DAYS));
    return Math.min(STEEPEST, Math.max(FLATTEST, USUAL_SPREAD / spread));
  }

  /** Updates with the prior's score of one tick. */
  learn(score: number): void {
    this.state.witness.add(sigmoid(this.prior.commonIntercept + score));
    this.state.score.mean.add(score);
    this.state.score.spread2.add((score - this.state.score.mean.value!) ** 2);
    const where = this.indoors ? 'indoors' : 'outdoors';
    const days = (this.state.witness.n * this.stepS) / DAY_S;
    const step = this.stepS / (Math.min(CENTRE_DAYS[where], days + FIRST_DAYS[where]) * DAY_S * 0.12);
    // Found at the rate the air itself tells of: a configured one that is wrong must not be made worse by it.
    const rate = this.indoors ? this.configured : this.state.witness.value!;
    this.state.centre += step * (rate - sigmoid(logit(rate) + this.state.centre + this.steepness * score));
  }
}
