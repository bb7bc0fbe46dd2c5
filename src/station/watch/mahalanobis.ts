import { factorise, solveFactorised } from '../../maths/cholesky.ts';

/** Correlations are trusted less than variances: with them in full, a rare combination of common values would look impossible. */
const PIVOT_FLOOR = 1e-9;

export interface MahalanobisSettings {
  /** Least standard deviation of each signal: a sky that was dark for a month is not certain to stay so. */
  floor: readonly number[];
  /** Observations the mean and covariance remember. */
  memory: number;
  /** Factor on every correlation. */
  shrink: number;
}

export type Distance = ReturnType<MahalanobisTracker['measure']>;

/**
 * d² = (v − μ)' C*⁻¹ (v − μ) with exponentially weighted mean and covariance, C* = C with its off-diagonals shrunk. Mahalanobis
 * (1936). Chi-squared only if the signals were Gaussian, which weather is not: the threshold must be learned.
 */
export class MahalanobisTracker {
  readonly #p: number;
  /** The covariance row by row. */
  readonly state: { mean: number[]; covariance: number[]; n: number };

  constructor(private readonly settings: MahalanobisSettings) {
    this.#p = settings.floor.length;
    this.state = { mean: Array(this.#p).fill(0), covariance: Array(this.#p ** 2).fill(0), n: 0 };
  }

  /** Mahalanobis distance of a vector from normal, split by signal. */
  measure(v: readonly number[]) {
    const p = this.#p;
    const l = this.#factor();
    const deviation = v.map((value, i) => value - this.state.mean[i]!);
    const x = solveFactorised(l, deviation, p);
    const contributions = deviation.map((d, i) => d * x[i]!);
    return {
      d2: contributions.reduce((sum, part) => sum + part, 0),
      /** (v − μ)_i (C*⁻¹(v − μ))_i; they sum to d2, and correlated signals can pull each other below zero. */
      contributions,
      /** (v − μ)_i/√C_ii. */
      z: deviation.map((d, i) => d / Math.sqrt(this.#variance(i))),
    };
  }

  /** `weight` below 1 lets a novelty pass without teaching itself away. */
  learn(v: readonly number[], weight: number): void {
    const p = this.#p;
    this.state.n += 1;
    const a = Math.max(1 / this.state.n, 1 - Math.exp(-1 / this.settings.memory)) * weight;
    const deviation = v.map((value, i) => value - this.state.mean[i]!);
    for (let i = 0; i < p; i++) {
      this.state.mean[i] = this.state.mean[i]! + a * deviation[i]!;
      for (let j = i; j < p; j++) {
        const c = this.state.covariance[i * p + j]!;
        const next = c + a * ((1 - a) * deviation[i]! * deviation[j]! - c);
        this.state.covariance[i * p + j] = next;
        this.state.covariance[j * p + i] = next;
      }
    }
  }

  #variance(i: number): number {
    return this.state.covariance[i * this.#p + i]! + this.settings.floor[i]! ** 2;
  }

  #factor(): Float64Array {
    const p = this.#p;
    const c = Float64Array.from(this.state.covariance, (value) => this.settings.shrink * value);
    for (let i = 0; i < p; i++) c[i * p + i] = this.#variance(i);
    factorise(c, p, PIVOT_FLOOR);
    return c;
  }
}

/** The .999 quantile of chi-squared with p degrees of freedom, Wilson & Hilferty (1931): 26.3 for 8 (exact 26.12). */
export const chiSquared999 = (p: number): number => p * (1 - 2 / (9 * p) + 3.0902 * Math.sqrt(2 / (9 * p))) ** 3;
