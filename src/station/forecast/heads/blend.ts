import { finite } from '../../learned/check.ts';

export interface BlendState {
  m: number[];
  pairs: number;
  reach: number;
  reachErrors: number[];
  mixture: number[];
  weights: number[];
}

/** Pairs before errors say more than the prior "nothing changes". */
const TRUST_AFTER = 24;
const RIDGE = 0.03;
/** A young blend forgets within this share of its age: its first errors are those of experts that knew nothing. */
const YOUNG = 0.3;
/** Moments of weeks hardly move within a few ticks: from some age on the weights are worked out less often. */
const SETTLED_AFTER = 1000;
const REWEIGH_EVERY = 4;
const SHORTEST_MEMORY = 300;
/** How much of the way from persistence to go, and by how much less must be better to be believed. */
const REACHES: readonly number[] = [1, 0.75, 0.5, 0.25, 0];
const CLEARLY = 0.99;

/**
 * Weights on the simplex that minimise w'Aw, A the exponentially weighted second moment of the experts' errors *as issued*, with a
 * small ridge (Bates & Granger 1969). Exponential weights were rejected: with feedback that arrives h late and overlaps they cost
 * the 24 h heads .05–.08 of skill. The ridge is a part of the *smallest* error: a part of the mean would let one bad expert drag
 * the others to equal shares.
 *
 * Squares are not what people see. Where a sensor shows so coarse a step that "no change" is usually exactly right, the least
 * squares move too often; so the way from persistence to the mixture is shortened when that has clearly made the absolute error
 * smaller. It may end at nothing: the learner is useless here.
 *
 * Expert 0 is persistence, and an expert that cannot speak yet says the same as persistence: on the simplex only differences of
 * moments matter, so a twin of expert 0 leaves no trace of its silence.
 */
export class Blend {
  readonly #m: Float64Array;
  readonly #ridged: Float64Array;
  /** Optimal mixture, before it is shortened, and after. */
  readonly #mixture: Float64Array;
  readonly #weights: Float64Array;
  /** Exponentially weighted absolute error at each reach. */
  readonly #reachErrors = new Float64Array(REACHES.length);
  #reach = 1;
  #pairs = 0;

  /** `keep` is the factor f by which M decays per pair. */
  constructor(
    private readonly n: number,
    private readonly keep: number,
  ) {
    this.#m = new Float64Array(n * n);
    this.#ridged = new Float64Array(n * n);
    this.#mixture = new Float64Array(n);
    this.#weights = new Float64Array(n);
    this.#mixture[0] = 1;
    this.#weights[0] = 1;
  }

  get pairs(): number {
    return this.#pairs;
  }

  /** How much of the way from persistence to the mixture is gone, 0..1. */
  get reach(): number {
    return this.#reach;
  }

  /** Non-negative, with sum 1. The array is the blend's own and changes with `learn`. */
  get weights(): Float64Array {
    return this.#weights;
  }

  learn(errors: Float64Array): void {
    const { n } = this;
    const keep = Math.min(this.keep, Math.exp(-1 / Math.max(SHORTEST_MEMORY, YOUNG * this.#pairs)));
    if (this.#pairs >= TRUST_AFTER) this.#judgeReach(errors, keep);
    const m = this.#m;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) m[i * n + j] = keep * m[i * n + j]! + errors[i]! * errors[j]!;
    this.#pairs += 1;
    if (this.#pairs < SETTLED_AFTER || this.#pairs % REWEIGH_EVERY === 0) this.#reweigh();
  }

  toJSON(): BlendState {
    return {
      m: [...this.#m],
      pairs: this.#pairs,
      reach: this.#reach,
      reachErrors: [...this.#reachErrors],
      mixture: [...this.#mixture],
      weights: [...this.#weights],
    };
  }

  static fromJSON(saved: BlendState, n: number, keep: number): Blend {
    const blend = new Blend(n, keep);
    if (saved.m.length !== n * n) throw new Error(`a blend of ${n} experts found ${saved.m.length} moments saved`);
    blend.#m.set(saved.m.map((value) => finite(value, 'moment')));
    blend.#reach = finite(saved.reach, 'reach');
    blend.#reachErrors.set(saved.reachErrors.map((value) => finite(value, 'error at a reach')));
    blend.#pairs = finite(saved.pairs, 'pairs');
    blend.#mixture.set(saved.mixture.map((value) => finite(value, 'mixture')));
    blend.#weights.set(saved.weights.map((value) => finite(value, 'weight')));
    return blend;
  }

  #judgeReach(errors: Float64Array, keep: number): void {
    let mixed = 0;
    for (let i = 0; i < this.n; i++) mixed += this.#mixture[i]! * errors[i]!;
    const still = errors[0]!;
    for (const [i, reach] of REACHES.entries()) {
      this.#reachErrors[i] = keep * this.#reachErrors[i]! + Math.abs(still + reach * (mixed - still));
    }
  }

  #reweigh(): void {
    if (this.#pairs < TRUST_AFTER) return;
    const { n } = this;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < n; i++) least = Math.min(least, this.#m[i * (n + 1)]!);
    this.#ridged.set(this.#m);
    for (let i = 0; i < n; i++) this.#ridged[i * (n + 1)] = this.#m[i * (n + 1)]! + RIDGE * least;
    minimiseOnSimplex(this.#ridged, n, this.#mixture);
    const best = this.#reachErrors.indexOf(Math.min(...this.#reachErrors));
    const reach = this.#reachErrors[best]! < CLEARLY * this.#reachErrors[0]! ? REACHES[best]! : 1;
    this.#reach = reach;
    for (let i = 0; i < n; i++) this.#weights[i] = reach * this.#mixture[i]! + (i === 0 ? 1 - reach : 0);
  }
}

/**
 * argmin w'Aw over w >= 0, sum w = 1, written into `best`. Exact: on every support the optimum is v/sum(v) with A v = 1 and its
 * value is 1/sum(v), so the support with the largest sum among those with v >= 0 wins. Meant for a handful of experts.
 */
export function minimiseOnSimplex(a: Float64Array, n: number, best: Float64Array): void {
  let bestSum = -1;
  const v = new Float64Array(n);
  for (let support = 1; support < 1 << n; support++) {
    const sum = solveOnSupport(a, n, support, v);
    if (sum === null || sum <= bestSum) continue;
    bestSum = sum;
    const faultless = sum === Number.POSITIVE_INFINITY;
    for (let i = 0; i < n; i++) best[i] = support & (1 << i) ? (faultless ? 1 : v[i]! / sum) : 0;
  }
}

const MOST_EXPERTS = 8;
const rows = new Float64Array(MOST_EXPERTS * (MOST_EXPERTS + 1));
const members = new Int32Array(MOST_EXPERTS);

/** Solves A v = 1 on the support; the sum of v, or null where no non-negative solution exists. A faultless expert sums to infinity. */
function solveOnSupport(a: Float64Array, n: number, support: number, v: Float64Array): number | null {
  let k = 0;
  for (let i = 0; i < n; i++) if (support & (1 << i)) members[k++] = i;
  if (k === 1) {
    const own = a[members[0]! * (n + 1)]!;
    v[members[0]!] = 1 / own;
    return own > 0 ? 1 / own : Number.POSITIVE_INFINITY;
  }
  const width = k + 1;
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) rows[i * width + j] = a[members[i]! * n + members[j]!]!;
    rows[i * width + k] = 1;
  }
  for (let i = 0; i < k; i++) {
    const pivot = rows[i * width + i]!;
    if (!(pivot > 1e-12 * a[members[i]! * (n + 1)]!)) return null; // A is semidefinite: elimination needs no exchange of rows
    for (let r = i + 1; r < k; r++) {
      const factor = rows[r * width + i]! / pivot;
      for (let c = i; c < width; c++) rows[r * width + c] = rows[r * width + c]! - factor * rows[i * width + c]!;
    }
  }
  let sum = 0;
  for (let i = k - 1; i >= 0; i--) {
    let value = rows[i * width + k]!;
    for (let j = i + 1; j < k; j++) value -= rows[i * width + j]! * v[members[j]!]!;
    value /= rows[i * width + i]!;
    if (!(value >= 0)) return null;
    v[members[i]!] = value;
    sum += value;
  }
  return sum;
}
