/** Pairs that a blend remembers, in its youth and later on. What it was told to expect is forgotten as fast as what it saw. */
export interface BlendMemory {
  shortest: number;
  longest: number;
  /** Forecasts that wait at the same time: so many errors in a row share their weather and tell little more than one. */
  overlap: number;
}

/** Pairs before errors say more than the prior "nothing changes". */
const TRUST_AFTER = 24;
const RIDGE = 0.03;
/** A young blend forgets within this share of its age: its first errors are those of experts that knew nothing. */
const YOUNG = 0.3;
/** Moments of weeks hardly move within a few ticks: from some age on the weights are worked out less often. */
const SETTLED_AFTER = 1000;
const REWEIGH_EVERY = 4;
/** Pairs that a blend remembers from the start on. */
export const SHORTEST_MEMORY = 300;
/** Error ratio of an expert trained on the same lessons: about that of all together. */
export const PUPIL = 1.03;
/** Candidates for the reach: the share of the way from persistence to the mixture. */
const REACHES: readonly number[] = [1, 0.75, 0.5, 0.25, 0];
/** By how much less must be better to be believed: by this share of the error, and by what chance alone makes of few errors. */
const CLEARLY = 0.01;
const BY_CHANCE = 0.2;

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
  readonly state;
  readonly #ridged: Float64Array;

  /** `expected` are moments to begin with, as if they had been seen. */
  constructor(
    private readonly n: number,
    private readonly memory: BlendMemory,
    expected: Float64Array | null = null,
  ) {
    const alone: number[] = Array.from({ length: n }, (_, i) => (i === 0 ? 1 : 0));
    if (n > MOST_EXPERTS) throw new RangeError(`a blend has room for ${MOST_EXPERTS} experts, not for ${n}`);
    this.state = {
      m: Array.from(expected ?? new Float64Array(n * n)),
      pairs: expected ? TRUST_AFTER : 0,
      reach: 1,
      /** Exponentially weighted absolute error at each reach. */
      reachErrors: REACHES.map(() => 0),
      /** Optimal mixture, before it is shortened, and after. */
      mixture: [...alone],
      weights: alone,
    };
    this.#ridged = new Float64Array(n * n);
    this.#reweigh();
  }

  /** Reach: share of the way from persistence to the mixture, 0..1. */
  get reach(): number {
    return this.state.reach;
  }

  /** Non-negative, with sum 1. The array is the blend's own and changes with `learn`. */
  get weights(): readonly number[] {
    return this.state.weights;
  }

  /** Pairs. */
  get #remembers(): number {
    return Math.min(this.memory.longest, Math.max(this.memory.shortest, YOUNG * this.state.pairs));
  }

  learn(errors: Float64Array): void {
    const { n, state } = this;
    const { m } = state;
    const keep = Math.exp(-1 / this.#remembers);
    if (state.pairs >= TRUST_AFTER) this.#judgeReach(errors, keep);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) m[i * n + j] = keep * m[i * n + j]! + errors[i]! * errors[j]!;
    state.pairs += 1;
    if (state.pairs < SETTLED_AFTER || state.pairs % REWEIGH_EVERY === 0) this.#reweigh();
  }

  /** Blend of `others` and of finalists trained on the same weather: these count as slightly worse until they have scores. */
  static against(others: Blend, finalists: number): Blend {
    const { n } = others;
    const { m, pairs, weights } = others.state;
    let square = 0;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) square += weights[i]! * weights[j]! * m[i * n + j]!;
    const few = new Blend(finalists, others.memory);
    const size = (i: number): number => (i === 0 ? 1 : PUPIL);
    for (let i = 0; i < finalists; i++)
      for (let j = 0; j < finalists; j++) few.state.m[i * finalists + j] = square * size(i) * size(j);
    few.state.pairs = pairs;
    return few;
  }

  #judgeReach(errors: Float64Array, keep: number): void {
    const { mixture, reachErrors } = this.state;
    let mixed = 0;
    for (let i = 0; i < this.n; i++) mixed += mixture[i]! * errors[i]!;
    const still = errors[0]!;
    for (let i = 0; i < REACHES.length; i++)
      reachErrors[i] = keep * reachErrors[i]! + Math.abs(still + REACHES[i]! * (mixed - still));
  }

  #reweigh(): void {
    const { n } = this;
    const { m, pairs, mixture, reachErrors, weights } = this.state;
    if (pairs < TRUST_AFTER) return;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < n; i++) least = Math.min(least, m[i * (n + 1)]!);
    this.#ridged.set(m);
    for (let i = 0; i < n; i++) this.#ridged[i * (n + 1)] = m[i * (n + 1)]! + RIDGE * least;
    minimiseOnSimplex(this.#ridged, n, mixture);
    let best = 0;
    for (let i = 1; i < REACHES.length; i++) if (reachErrors[i]! < reachErrors[best]!) best = i;
    const independent = Math.max(1, Math.min(pairs, this.#remembers) / this.memory.overlap);
    const clearly = 1 - CLEARLY - BY_CHANCE / Math.sqrt(independent);
    const reach = reachErrors[best]! < clearly * reachErrors[0]! ? REACHES[best]! : 1;
    this.state.reach = reach;
    for (let i = 0; i < n; i++) weights[i] = reach * mixture[i]! + (i === 0 ? 1 - reach : 0);
  }
}

/**
 * argmin w'Aw over w >= 0, sum w = 1, written into `best`. Exact: on every support the optimum is v/sum(v) with A v = 1 and its
 * value is 1/sum(v), so the support with the largest sum among those with v >= 0 wins. Meant for a handful of experts.
 *
 * Experts join a support in their order, so that elimination goes on where the smaller support left it: its rows stay as they are.
 */
export function minimiseOnSimplex(a: Float64Array, n: number, best: Float64Array | number[]): void {
  leader.sum = -1;
  leader.support = 0;
  join(a, n, best, 0, 0, 0);
}

const MOST_EXPERTS = 8;
/** A = LU over the experts that joined, in place: L below the diagonal, U on it and above. Then L⁻¹ 1, and the solution. */
const factors = new Float64Array(MOST_EXPERTS * MOST_EXPERTS);
const sides = new Float64Array(MOST_EXPERTS);
const v = new Float64Array(MOST_EXPERTS);
const members = new Int32Array(MOST_EXPERTS);
const leader = { sum: -1, support: 0 };

/** Tries every support that adds to the `k` experts that joined one from `next` on, and then more. */
function join(
  a: Float64Array,
  n: number,
  best: Float64Array | number[],
  k: number,
  next: number,
  support: number,
): void {
  for (let expert = next; expert < n; expert++) {
    members[k] = expert;
    const larger = support | (1 << expert);
    const regular = eliminate(a, n, k);
    const sum = k === 0 ? alone(a[expert * (n + 1)]!) : regular ? solve(k + 1) : null;
    if (sum !== null && (sum > leader.sum || (sum === leader.sum && larger < leader.support))) {
      lead(n, best, k + 1, sum, larger);
    }
    if (regular) join(a, n, best, k + 1, expert + 1, larger);
  }
}

/** The row and the column of the expert that joined last. False where A is semidefinite; elimination needs no exchange of rows. */
function eliminate(a: Float64Array, n: number, k: number): boolean {
  const expert = members[k]!;
  const own = k * MOST_EXPERTS;
  let side = 1;
  for (let i = 0; i <= k; i++) {
    const row = i * MOST_EXPERTS;
    let below = a[expert * n + members[i]!]!;
    let above = a[members[i]! * n + expert]!;
    for (let h = 0; h < i; h++) {
      below -= factors[own + h]! * factors[h * MOST_EXPERTS + i]!;
      above -= factors[row + h]! * factors[h * MOST_EXPERTS + k]!;
    }
    if (i < k) {
      below /= factors[row + i]!;
      side -= below * sides[i]!;
      factors[own + i] = below;
    }
    factors[row + k] = above;
  }
  sides[k] = side;
  return factors[own + k]! > 1e-12 * a[expert * (n + 1)]!;
}

/** A faultless expert sums to infinity. */
function alone(own: number): number {
  v[0] = 1 / own;
  return own > 0 ? 1 / own : Number.POSITIVE_INFINITY;
}

/** Solves A v = 1 for the `k` experts that joined; the sum of v, or null where no non-negative solution exists. */
function solve(k: number): number | null {
  let sum = 0;
  for (let i = k - 1; i >= 0; i--) {
    let value = sides[i]!;
    for (let j = i + 1; j < k; j++) value -= factors[i * MOST_EXPERTS + j]! * v[j]!;
    value /= factors[i * MOST_EXPERTS + i]!;
    if (!(value >= 0)) return null;
    v[i] = value;
    sum += value;
  }
  return sum;
}

function lead(n: number, best: Float64Array | number[], k: number, sum: number, support: number): void {
  leader.sum = sum;
  leader.support = support;
  for (let i = 0; i < n; i++) best[i] = 0;
  for (let i = 0; i < k; i++) best[members[i]!] = sum === Number.POSITIVE_INFINITY ? 1 : v[i]! / sum;
}
