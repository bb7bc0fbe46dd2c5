import { ExpMean } from '../../../maths/exp-mean.ts';
import { OnlineLogistic } from '../../../maths/online-logistic.ts';

/** Weights before a lesson: means of what three records taught (docs/evidence/skill.md, Rain). */
const FIRST_WEIGHTS: readonly number[] = [-0.69, -0.69, 3.2, 0, -0.65, -0.49, -0.32, -0.23, 0.56, 0.18, 0.2, -0.21];
const FIRST_VARIANCE = 0.1;
/** A lesson an hour, of three hours each: neighbours say two thirds of the same. */
const WEIGHT = 1 / 3;
const SCORED_LESSONS = 90 * 24;
const FEWEST_SCORED = 7 * 24;

/** Three hours that are over: what was known before, what was said, and what the gauge measured. */
export interface GaugeLesson {
  /** Moment of the forecast. */
  tS: number;
  x: number[];
  /** Logit of the prior, which is not learned. */
  offset: number;
  /** Probability as it was said, and the usual share of such spells until then. */
  said: number;
  usual: number;
  /** 0 dry, 1 rain. */
  value: number;
}

/** Logistic correction of the prior, taught by measured rain, and the Brier scores of what was said with it. */
export class GaugeLearner {
  readonly state = {
    logistic: new OnlineLogistic(FIRST_WEIGHTS, FIRST_VARIANCE),
    lessons: 0,
    brier: new ExpMean(SCORED_LESSONS),
    usualBrier: new ExpMean(SCORED_LESSONS),
  };

  /** Brier skill over the usual share of rain; null in the first week. */
  get skill(): number | null {
    const [brier, usual] = [this.state.brier.value, this.state.usualBrier.value];
    return this.state.lessons < FEWEST_SCORED || brier === null || !usual ? null : 1 - brier / usual;
  }

  /** Logit of rain within three hours. */
  logit(x: Float64Array, offset: number): number {
    return offset + this.state.logistic.score(x);
  }

  learn({ x, offset, said, usual, value }: GaugeLesson): void {
    this.state.brier.add((said - value) ** 2);
    this.state.usualBrier.add((usual - value) ** 2);
    this.state.logistic.learn(Float64Array.from(x), value, WEIGHT, offset);
    this.state.lessons += 1;
  }
}
