import { factorise, solveFactorised } from './cholesky.ts';

export interface NormalRidgeSettings {
  n: number;
  /** Forgetting per update. */
  lam: number;
  /** Ridge, in updates. */
  delta: number;
}

/** The sums are rescaled before their weights outgrow a double's precision. */
const GAIN_MAX = 1e9;

/**
 * Ridge regression by its normal equations, (Σ w z z' + δI) θ = Σ w z y with exponential forgetting. For a wide vector this is
 * cheaper than a recursion: an update costs n²/2 and no division, and the solution is only needed now and then. Forgetting is
 * done by letting the weight of new data grow instead of shrinking all that is there.
 */
export class NormalRidge {
  readonly state;

  constructor(private readonly settings: NormalRidgeSettings) {
    const { n } = settings;
    this.state = {
      /** Upper triangle of Σ w z z', row by row, and Σ w z y. */
      g: new Float64Array((n * (n + 1)) / 2),
      b: new Float64Array(n),
      theta: new Float64Array(n),
      gain: 1,
      updates: 0,
      solvedAt: 0,
    };
  }

  /** Updates since the weights were last worked out. */
  get unsolved(): number {
    return this.state.updates - this.state.solvedAt;
  }

  predict(z: Float64Array): number {
    const theta = this.state.theta;
    let sum = 0;
    for (let i = 0; i < theta.length; i++) sum += theta[i]! * z[i]!;
    return sum;
  }

  learn(z: Float64Array, y: number, weight = 1): void {
    const { n, lam } = this.settings;
    this.state.gain /= lam;
    if (this.state.gain > GAIN_MAX) this.#rescale();
    const g = this.state.g;
    const w = weight * this.state.gain;
    for (let i = 0, at = 0; i < n; at += n - i, i++) {
      const wz = w * z[i]!;
      if (wz === 0) continue; // products with the sun are 0 all night
      this.state.b[i] = this.state.b[i]! + wz * y;
      let to = at;
      let j = i;
      for (; j + 3 < n; j += 4, to += 4) {
        g[to] = g[to]! + wz * z[j]!;
        g[to + 1] = g[to + 1]! + wz * z[j + 1]!;
        g[to + 2] = g[to + 2]! + wz * z[j + 2]!;
        g[to + 3] = g[to + 3]! + wz * z[j + 3]!;
      }
      for (; j < n; j++, to++) g[to] = g[to]! + wz * z[j]!;
    }
    this.state.updates += 1;
  }

  /** Works out the weights from the sums. Should rounding have made the system indefinite, the old weights stay. */
  solve(): void {
    const { n, delta } = this.settings;
    this.state.solvedAt = this.state.updates;
    const solution = solveRidge(this.state.g, this.state.b, n, delta * this.state.gain);
    if (solution) this.state.theta.set(solution);
  }

  #rescale(): void {
    for (let i = 0; i < this.state.g.length; i++) this.state.g[i] = this.state.g[i]! / this.state.gain;
    for (let i = 0; i < this.state.b.length; i++) this.state.b[i] = this.state.b[i]! / this.state.gain;
    this.state.gain = 1;
  }
}

/** Solves (G + ridge I) x = b, G given as its packed upper triangle. Null when it is not positive definite. */
function solveRidge(packed: Float64Array, b: Float64Array, n: number, ridge: number): Float64Array | null {
  const a = new Float64Array(n * n);
  for (let i = 0, at = 0; i < n; i++) for (let j = i; j < n; j++) a[j * n + i] = packed[at++]!;
  for (let i = 0; i < n; i++) a[i * n + i] = a[i * n + i]! + ridge;
  return factorise(a, n) ? solveFactorised(a, b, n) : null;
}
