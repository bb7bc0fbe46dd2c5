import { finite } from './check.ts';
import { decodedInto, encoded } from './codec.ts';

export interface RlsSettings {
  n: number;
  /** Forgetting per update. */
  lam: number;
  /** Prior strength in updates: P starts at I/delta, and the refresh keeps that much ridge for ever. */
  delta: number;
  /** Bound of the variances that `inflate` leaves; Infinity for none. */
  pMax: number;
}

export type RlsState = ReturnType<RidgeRls['toJSON']>;

/** Updates before an outlier is clipped: until then there is no telling what an outlier is. */
const CLIP_AFTER = 500;
const CLIP_SIGMA = 5;
/** Memory of the error variance that the clip is measured in, updates. */
const ERROR_MEMORY = 2000;

/**
 * Ridge regression y ≈ θ'φ by recursive least squares with exponential forgetting λ:
 *   e = y − θ'φ   g = Pφ   den = λ + φ'g   θ += g e/den   P = (P − g g'/den)/λ
 * Forgetting alone lets P grow without end along directions nothing excites (Kulhavý 1987; Cao & Schwartz 2000), so after each
 * update one coordinate i is told "θ_i = 0" with weight v = δ(1−λ)n, which keeps the ridge of the weighted problem constant.
 * P is full in memory, but only its upper triangle is computed; the lower is its mirror, so symmetry is exact.
 */
export class RidgeRls {
  readonly theta: Float64Array;
  readonly #p: Float64Array;
  readonly #g: Float64Array;
  readonly #column: Float64Array;
  /** Lessons so far. */
  updates = 0;
  #errorVar = 0;

  constructor(private readonly settings: RlsSettings) {
    this.theta = new Float64Array(settings.n);
    this.#p = new Float64Array(settings.n * settings.n);
    this.#g = new Float64Array(settings.n);
    this.#column = new Float64Array(settings.n);
    this.#restartCovariance();
  }

  predict(phi: Float64Array): number {
    const theta = this.theta;
    let sum = 0;
    for (let i = 0; i < theta.length; i++) sum += theta[i]! * phi[i]!;
    return sum;
  }

  /** `weight` is how much this one counts beside an ordinary one. */
  learn(phi: Float64Array, y: number, weight = 1): void {
    const { n, lam } = this.settings;
    const g = this.#g;
    const theta = this.theta;
    let den = lam / weight;
    let predicted = 0;
    this.#multiply(phi);
    for (let i = 0; i < n; i++) {
      den += phi[i]! * g[i]!;
      predicted += theta[i]! * phi[i]!;
    }
    const gain = this.#clipped(y - predicted) / den;
    for (let i = 0; i < n; i++) theta[i] = theta[i]! + g[i]! * gain;
    this.#downdate(this.updates % n, den);
    this.updates += 1;
    this.#guard();
  }

  /** More doubt in every direction, after an alarm that the world has changed. */
  inflate(): void {
    const { n, delta, pMax } = this.settings;
    for (let i = 0; i < n; i++) this.#p[i * n + i] = Math.min(pMax, this.#p[i * n + i]! + 0.25 / delta);
  }

  get traceP(): number {
    let trace = 0;
    for (let i = 0; i < this.settings.n; i++) trace += this.#p[i * (this.settings.n + 1)]!;
    return trace;
  }

  /** A copy of P in rows. */
  covariance(): number[][] {
    const { n } = this.settings;
    return Array.from({ length: n }, (_, i) => Array.from(this.#p.subarray(i * n, (i + 1) * n)));
  }

  /** Saved state; of P the upper triangle, row by row. */
  toJSON() {
    const { n } = this.settings;
    const upper = new Float64Array((n * (n + 1)) / 2);
    for (let i = 0, at = 0; i < n; i++) for (let j = i; j < n; j++) upper[at++] = this.#p[i * n + j]!;
    return { theta: [...this.theta], p: encoded(upper), updates: this.updates, errorVar: this.#errorVar };
  }

  restore(saved: RlsState): this {
    const { n } = this.settings;
    const upper = decodedInto(new Float64Array((n * (n + 1)) / 2), saved.p);
    for (let i = 0, at = 0; i < n; i++)
      for (let j = i; j < n; j++) {
        const value = upper[at++]!;
        this.#p[i * n + j] = value;
        this.#p[j * n + i] = value;
      }
    if (saved.theta.length !== n) throw new Error(`a regression of ${n} weights found ${saved.theta.length} saved`);
    this.theta.set(saved.theta.map((value) => finite(value, 'theta')));
    this.updates = finite(saved.updates, 'updates');
    this.#errorVar = finite(saved.errorVar, 'errorVar');
    return this;
  }

  /** g = Pφ. Two rows at a time, each in two sums: a sum alone waits for its own last addition. */
  #multiply(phi: Float64Array): void {
    const { n } = this.settings;
    const p = this.#p;
    const g = this.#g;
    const even = n & ~1;
    let i = 0;
    for (let at = 0; i < even; i += 2, at += 2 * n) {
      const below = at + n;
      let a0 = 0;
      let a1 = 0;
      let b0 = 0;
      let b1 = 0;
      for (let j = 0; j < even; j += 2) {
        const x0 = phi[j]!;
        const x1 = phi[j + 1]!;
        a0 += p[at + j]! * x0;
        a1 += p[at + j + 1]! * x1;
        b0 += p[below + j]! * x0;
        b1 += p[below + j + 1]! * x1;
      }
      if (even < n) {
        a0 += p[at + even]! * phi[even]!;
        b0 += p[below + even]! * phi[even]!;
      }
      g[i] = a0 + a1;
      g[i + 1] = b0 + b1;
    }
    if (i === n) return;
    let c0 = 0;
    let c1 = 0;
    for (let j = 0, at = i * n; j < even; j += 2) {
      c0 += p[at + j]! * phi[j]!;
      c1 += p[at + j + 1]! * phi[j + 1]!;
    }
    g[i] = c0 + p[i * n + i]! * phi[i]! + c1;
  }

  /** A fault gives one enormous error; in the line of θ it counts as no more than five ordinary ones. */
  #clipped(error: number): number {
    const bound = CLIP_SIGMA * Math.sqrt(this.#errorVar);
    const clipped = this.updates < CLIP_AFTER || Math.abs(error) <= bound ? error : Math.sign(error) * bound;
    this.#errorVar += Math.max(1 / (this.updates + 1), 1 / ERROR_MEMORY) * (error * error - this.#errorVar);
    return clipped;
  }

  /** Rank-one updates of P in one pass, two rows at a time: the lesson, and the pseudo-observation "θ_i = 0" that keeps the ridge. */
  #downdate(i: number, den: number): void {
    const { n, lam, delta } = this.settings;
    const p = this.#p;
    const g = this.#g;
    const column = this.#column;
    const theta = this.theta;
    const invLam = 1 / lam;
    const pull = g[i]! / den;
    for (let j = 0; j < n; j++) column[j] = (p[i * n + j]! - pull * g[j]!) * invLam;
    const weight = delta * (1 - lam) * n;
    const q = weight / (1 + weight * column[i]!);
    const towardsZero = q * theta[i]!;
    for (let a = 0; a < n; a++) theta[a] = theta[a]! - column[a]! * towardsZero;
    for (let a = 0, at = 0; a < n; a += 2, at += 2 * n) {
      const below = a + 1 < n ? at + n : at; // of an odd last row the neighbour is itself, and is done by its first element
      const other = a + 1 < n ? a + 1 : a;
      const ga = (g[a]! / den) * invLam;
      const gb = (g[other]! / den) * invLam;
      const qa = q * column[a]!;
      const qb = q * column[other]!;
      p[at + a] = p[at + a]! * invLam - ga * g[a]! - qa * column[a]!;
      for (let b = a + 1, mirror = at + n + a; b < n; b++, mirror += n) {
        const gain = g[b]!;
        const back = column[b]!;
        const first = p[at + b]! * invLam - ga * gain - qa * back;
        const second = p[below + b]! * invLam - gb * gain - qb * back;
        p[at + b] = first;
        p[below + b] = second;
        p[mirror] = first;
        p[mirror + 1] = second;
      }
    }
  }

  /** A covariance that is none any more, and weights that are no numbers, begin anew. */
  #guard(): void {
    const { n } = this.settings;
    for (let i = 0; i < n; i++) {
      const variance = this.#p[i * (n + 1)]!;
      if (variance > 0 && Number.isFinite(variance) && Number.isFinite(this.theta[i]!)) continue;
      this.#restartCovariance();
      for (let j = 0; j < n; j++) if (!Number.isFinite(this.theta[j]!)) this.theta[j] = 0;
      return;
    }
  }

  #restartCovariance(): void {
    this.#p.fill(0);
    for (let i = 0; i < this.settings.n; i++) this.#p[i * (this.settings.n + 1)] = 1 / this.settings.delta;
  }
}
