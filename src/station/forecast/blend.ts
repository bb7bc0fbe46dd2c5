import { finite } from './codec.ts';

export interface BlendState {
  m: number[];
  pairs: number;
}

/** Pairs before errors say more than the prior "nothing changes". */
const TRUST_AFTER = 24;
const RIDGE = 0.01;

/**
 * Weights on the simplex that minimise w'Aw, A the exponentially weighted second moment of the experts' errors *as issued*, with a
 * small ridge (Bates & Granger 1969). Exponential weights were rejected: with feedback that arrives h late and overlaps they cost
 * the 24 h heads .05–.08 of skill. The ridge is a part of the *smallest* error: a part of the mean would let one bad expert drag
 * the others to equal shares.
 *
 * Expert 0 is persistence, and an expert that cannot speak yet says the same as persistence: on the simplex only differences of
 * moments matter, so a twin of expert 0 leaves no trace of its silence.
 */
export class Blend {
  readonly #m: Float64Array;
  readonly #ridged: Float64Array;
  readonly #weights: Float64Array;
  #pairs = 0;

  /** `keep` is the factor f by which M decays per pair. */
  constructor(
    private readonly n: number,
    private readonly keep: number,
  ) {
    this.#m = new Float64Array(n * n);
    this.#ridged = new Float64Array(n * n);
    this.#weights = new Float64Array(n);
    this.#weights[0] = 1;
  }

  get pairs(): number {
    return this.#pairs;
  }

  /** Non-negative, with sum 1. The array is the blend's own and changes with `learn`. */
  get weights(): Float64Array {
    return this.#weights;
  }

  learn(errors: Float64Array): void {
    const { n } = this;
    const m = this.#m;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) m[i * n + j] = this.keep * m[i * n + j]! + errors[i]! * errors[j]!;
    this.#pairs += 1;
    this.#reweigh();
  }

  toJSON(): BlendState {
    return { m: [...this.#m], pairs: this.#pairs };
  }

  static fromJSON(saved: BlendState, n: number, keep: number): Blend {
    const blend = new Blend(n, keep);
    if (saved.m.length !== n * n) throw new Error(`a blend of ${n} experts found ${saved.m.length} moments saved`);
    blend.#m.set(saved.m.map((value) => finite(value, 'moment')));
    blend.#pairs = finite(saved.pairs, 'pairs');
    blend.#reweigh();
    return blend;
  }

  #reweigh(): void {
    if (this.#pairs < TRUST_AFTER) return;
    const { n } = this;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < n; i++) least = Math.min(least, this.#m[i * (n + 1)]!);
    this.#ridged.set(this.#m);
    for (let i = 0; i < n; i++) this.#ridged[i * (n + 1)] = this.#m[i * (n + 1)]! + RIDGE * least;
    minimiseOnSimplex(this.#ridged, n, this.#weights);
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
    for (let i = 0; i < n; i++) best[i] = support & (1 << i) ? (sum === Number.POSITIVE_INFINITY ? 1 : v[i]! / sum) : 0;
  }
}

const rows = new Float64Array(8 * 9);

/** Solves A v = 1 on the support; the sum of v, or null where no non-negative solution exists. A faultless expert sums to infinity. */
function solveOnSupport(a: Float64Array, n: number, support: number, v: Float64Array): number | null {
  const at: number[] = [];
  for (let i = 0; i < n; i++) if (support & (1 << i)) at.push(i);
  const k = at.length;
  if (k === 1) {
    const own = a[at[0]! * (n + 1)]!;
    v[at[0]!] = 1 / own;
    return own > 0 ? 1 / own : Number.POSITIVE_INFINITY;
  }
  const width = k + 1;
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) rows[i * width + j] = a[at[i]! * n + at[j]!]!;
    rows[i * width + k] = 1;
  }
  for (let i = 0; i < k; i++) {
    const pivot = rows[i * width + i]!;
    if (!(pivot > 1e-12 * a[at[i]! * (n + 1)]!)) return null; // A is positive semidefinite: elimination needs no exchange of rows
    for (let r = i + 1; r < k; r++) {
      const factor = rows[r * width + i]! / pivot;
      for (let c = i; c < width; c++) rows[r * width + c] = rows[r * width + c]! - factor * rows[i * width + c]!;
    }
  }
  let sum = 0;
  for (let i = k - 1; i >= 0; i--) {
    let value = rows[i * width + k]!;
    for (let j = i + 1; j < k; j++) value -= rows[i * width + j]! * v[at[j]!]!;
    value /= rows[i * width + i]!;
    if (!(value >= 0)) return null;
    v[at[i]!] = value;
    sum += value;
  }
  return sum;
}
