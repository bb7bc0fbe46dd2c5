import { ExpMean } from '../../../maths/exp-mean.ts';
import { OnlineLogistic, sigmoid } from '../../../maths/online-logistic.ts';

/** Linear approximation of the prior in the features. Weights are saved and shown as if learning had begun from it. */
export const PRIOR_SLOPES: readonly number[] = [0, -0.18, 0.46, -0.27, -0.57, 1, 0.05, 0.31, -0.02];
/** Small: thirty labels must not lead it astray, and what labels could teach most, the place, is learned without them (`RainClimate`). */
const PRIOR_VARIANCE = 0.01;
const WEAK_WEIGHT = 0.02;
/** The second look at a label, ten minutes before it, counts half. */
const LATE_WEIGHT = 0.5;
const BALANCE_KEEP = 0.995;
const LOSS_MEMORY = 50;
const TRUST_LABELS = 20;

/** Lesson with all its inputs: a journal of lessons can be replayed without one of them (undo). */
export interface Lesson {
  /** Id of the stored label; null for a weak one. */
  id: number | null;
  value: number;
  /** Time of the observation; absent in a weak lesson. */
  tS?: number;
  /** Features an hour and a half before the label, and ten minutes before it, where they exist. */
  early: number[] | null;
  late: number[] | null;
  /** Prior's score at those moments. */
  prior: { early: number | null; late: number | null };
  /** Intercept and base rate of that moment. */
  intercept: number;
  baseRate: number;
}

export type RainProbabilities = ReturnType<RainLearner['probabilities']>;

/**
 * The weights of the rain model and the balance of its labels. People report rain far more readily than dry weather, so each label
 * is weighted by how common its kind is against how common it is among labels (King & Zeng 2001), F = (N1 + 2)/(N + 10):
 *   ω = clip(v π/F + (1 − v)(1 − π)/(1 − F), .1, 3)
 */
export class RainLearner {
  readonly state = {
    logistic: new OnlineLogistic(PRIOR_SLOPES, PRIOR_VARIANCE),
    rainy: 0,
    labels: 0,
    strong: 0,
    weak: 0,
    loss: new ExpMean(LOSS_MEMORY),
  };

  /**
   * Three probabilities of one moment: what everybody knows, what was learned here, and the two mixed with the word of the hour. `prior`: its
   * score of that moment; `wordLogit`: worth of a label of the last hours.
   */
  probabilities(x: Float64Array, prior: number, intercept: number, wordLogit = 0) {
    const priorLogit = intercept + prior;
    const modelLogit = offset(x, prior, intercept) + this.state.logistic.score(x);
    const trust = this.state.strong / (this.state.strong + TRUST_LABELS);
    return {
      prior: sigmoid(priorLogit),
      model: sigmoid(modelLogit),
      trust,
      rain: sigmoid(trust * modelLogit + (1 - trust) * priorLogit + wordLogit),
      wordLogit,
    };
  }

  /** Scores a label, then learns it. Returns the log loss of the probability as it was shown; null for a weak label. */
  learn(lesson: Lesson): number | null {
    const { value, prior, intercept, baseRate } = lesson;
    const early = lesson.early && Float64Array.from(lesson.early);
    const late = lesson.late && Float64Array.from(lesson.late);
    if (lesson.id === null) {
      if (late) this.state.logistic.learn(late, value, WEAK_WEIGHT, offset(late, prior.late!, intercept));
      this.state.weak += 1;
      return null;
    }
    const scored = early ?? late;
    const loss =
      scored && logLoss(this.probabilities(scored, (early ? prior.early : prior.late)!, intercept).rain, value);
    if (loss !== null) this.state.loss.add(loss);
    const share = (this.state.rainy + 2) / (this.state.labels + 10);
    const balanced = (value * baseRate) / share + ((1 - value) * (1 - baseRate)) / (1 - share);
    const weight = Math.min(3, Math.max(0.1, balanced));
    if (early) this.state.logistic.learn(early, value, weight, offset(early, prior.early!, intercept));
    if (late) this.state.logistic.learn(late, value, LATE_WEIGHT * weight, offset(late, prior.late!, intercept));
    this.state.rainy = BALANCE_KEEP * this.state.rainy + value;
    this.state.labels = BALANCE_KEEP * this.state.labels + 1;
    this.state.strong += 1;
    return loss;
  }
}

const straight = (x: Float64Array): number => x.reduce((sum, value, i) => sum + value * PRIOR_SLOPES[i]!, 0);

/** Term added to the score: weights equal to `PRIOR_SLOPES` then give exactly the prior. */
const offset = (x: Float64Array, prior: number, intercept: number): number => intercept + prior - straight(x);

const logLoss = (p: number, value: number): number => -(value * Math.log(p) + (1 - value) * Math.log(1 - p));
