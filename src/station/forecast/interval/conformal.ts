import { DAY_S } from '../../../durations.ts';
import { finite } from '../../learned/check.ts';
import { decodeDoubles, encodeDoubles } from '../../learned/codec.ts';
import { clip } from '../grid.ts';
import { CRPS_LEVELS } from './crps.ts';
import { SortedRing } from './sorted-ring.ts';

export interface ConformalSettings {
  /** Scores kept, and of how many matured forecasts one is kept while they are young. */
  capacity: number;
  every: number;
  /** Matured forecasts in the whole window. */
  window: number;
  /** How much sparser they are kept in the end: a power of two. */
  sparsest: number;
  /** Delay of the feedback in steps: the horizon over the grid step. */
  delay: number;
  /** Memory of the reported coverage, in updates. */
  coverageMemory: number;
}

/** With fewer days the width swings with the weather of the fortnight: 5 to 10 % of Winkler score a day ahead, nothing at an hour. */
const WINDOW_DAYS = 112;
const SCORES_AT_MOST = 2016;
const SPACING_S = 600;
const COVERAGE_DAYS = 60;

/**
 * Sixteen weeks of scores. A young station keeps every second tick of five minutes (every tick of a coarser grid); each time the ring
 * is full, every second score goes and later ones are kept half as often, until the ring reaches back so far.
 */
export function conformalSettings(stepS: number, horizonS: number): ConformalSettings {
  const ticksPerDay = DAY_S / stepS;
  const every = Math.max(1, Math.round(SPACING_S / stepS));
  const wanted = (WINDOW_DAYS * ticksPerDay) / every;
  const capacity = Math.min(SCORES_AT_MOST, Math.round(wanted));
  return {
    capacity,
    every,
    window: WINDOW_DAYS * ticksPerDay,
    sparsest: 2 ** Math.round(Math.log2(wanted / capacity)),
    delay: horizonS / stepS,
    coverageMemory: COVERAGE_DAYS * ticksPerDay,
  };
}

export interface ConformalState {
  alpha: number;
  scores: string;
  signed: string;
  seen: number;
  /** How much sparser than at first scores are kept now; absent in what was saved when all were. */
  sparse?: number;
  judged: number;
  coverage: number;
  /** As they were last worked out: they are allowed to lag behind the scores. */
  quantiles?: string | null;
}

export const ALPHA_TARGET = 0.1;
/** Stored alpha may go below 0: clamped there it would forget misses it owes, and 24 h coverage would fall to 86–88 %. */
const ALPHA_MIN = -0.3;
const ALPHA_MAX = 0.5;
/** With fewer, 90 % is more than the largest of them. */
const FEWEST_SCORES = 9;
/**
 * Of the largest step that a delay allows, once the scores are those of months: a nervous α buys no coverage then and costs width.
 * A young head's errors change as it learns, and only α follows them.
 */
const CALM = 1 / 3;
/** 2016 sorted scores hardly move within an hour: their quantiles are worked out anew for every few of them. */
const REFRESH_EVERY = 6;
const REFRESH_ALWAYS = 200;
/** Matured pairs before a realised coverage means anything. */
const COVERAGE_AFTER = 20;

/**
 * Adaptive conformal interval (Gibbs & Candès 2021) on scores |truth − f|/s:
 *   q = ceil((N+1)(1−a))-th smallest score, a = clip(α, .002, .5);   α += γ (α_target − miss)
 * An integrator fed with delay d overshoots unless γd < 1/e and oscillates above π/2, hence γ ≤ min(.005, .1/d);
 * a third of that is enough where the scores themselves are those of months.
 * Beside it a signed ring of the same size, for the quantiles that CRPS needs.
 */
export class Conformal {
  #alpha = ALPHA_TARGET;
  #scores: SortedRing;
  #signed: SortedRing;
  #quantiles: Float64Array<ArrayBuffer> | null = null;
  #seen = 0;
  #sparse = 1;
  #judged = 0;
  #coverage = 0;
  readonly #largestStep: number;

  constructor(private readonly settings: ConformalSettings) {
    this.#scores = new SortedRing(settings.capacity);
    this.#signed = new SortedRing(settings.capacity);
    this.#largestStep = Math.min(0.005, 0.1 / settings.delay);
  }

  get alpha(): number {
    return this.#alpha;
  }

  /** Exponentially weighted share of hits; null before it means anything. */
  get coverage(): number | null {
    return this.#judged < COVERAGE_AFTER ? null : this.#coverage;
  }

  get judged(): number {
    return this.#judged;
  }

  /**
   * Half the width of the interval in units of the scale; null before the first nine scores. A level that the scores are too few
   * for (a < 1/(N+1)) gets the largest of them: an infinite width would promise all and say nothing.
   */
  quantile(): number | null {
    const n = this.#scores.size;
    if (n < FEWEST_SCORES) return null;
    const rank = Math.ceil((n + 1) * (1 - clip(this.#alpha, 0.002, ALPHA_MAX)));
    return this.#scores.smallest(Math.min(rank, n));
  }

  /** The score that this share of the kept scores stays below; null before the first nine. */
  spread(share: number): number | null {
    return this.#scores.size < FEWEST_SCORES ? null : this.#scores.quantile(share);
  }

  /**
   * Error quantiles at CRPS_LEVELS in units of the scale; null with too few scores. The array is never written again once
   * it has been given out.
   */
  signedQuantiles(): Float64Array | null {
    if (this.#signed.size < FEWEST_SCORES) return null;
    this.#quantiles ??= Float64Array.from(CRPS_LEVELS, (tau) => this.#signed.quantile(tau));
    return this.#quantiles;
  }

  /** `error` = truth − forecast; scale and half-width as issued. */
  learn(error: number, scale: number, halfwidth: number | null): void {
    if (halfwidth !== null) {
      const miss = Math.abs(error) > halfwidth ? 1 : 0;
      this.#alpha = clip(this.#alpha + this.#step * (ALPHA_TARGET - miss), ALPHA_MIN, ALPHA_MAX);
      this.#judged += 1;
      this.#coverage += Math.max(1 / this.#judged, 1 / this.settings.coverageMemory) * (1 - miss - this.#coverage);
    }
    const every = this.settings.every * this.#sparse;
    if (this.#seen % every === 0) {
      this.#thinWhenFull();
      this.#scores.push(Math.abs(error) / scale);
      this.#signed.push(error / scale);
      if (this.#signed.size < REFRESH_ALWAYS || this.#seen % (REFRESH_EVERY * every) === 0) this.#quantiles = null;
    }
    this.#seen += 1;
  }

  /** γ of now. */
  get #step(): number {
    return this.#largestStep * (1 - (1 - CALM) * Math.min(1, this.#seen / this.settings.window));
  }

  #thinWhenFull(): void {
    const { capacity, sparsest } = this.settings;
    if (this.#scores.size < capacity || this.#sparse >= sparsest) return;
    this.#scores.thin();
    this.#signed.thin();
    this.#sparse *= 2;
  }

  toJSON(): ConformalState {
    return {
      alpha: this.#alpha,
      scores: this.#scores.toJSON(),
      signed: this.#signed.toJSON(),
      seen: this.#seen,
      sparse: this.#sparse,
      judged: this.#judged,
      coverage: this.#coverage,
      quantiles: this.#quantiles && encodeDoubles(this.#quantiles),
    };
  }

  static fromJSON(saved: ConformalState, settings: ConformalSettings): Conformal {
    const conformal = new Conformal(settings);
    conformal.#alpha = clip(finite(saved.alpha, 'alpha'), ALPHA_MIN, ALPHA_MAX);
    conformal.#scores = SortedRing.fromJSON(saved.scores, settings.capacity);
    conformal.#signed = SortedRing.fromJSON(saved.signed, settings.capacity);
    conformal.#seen = finite(saved.seen, 'seen');
    conformal.#sparse = clip(finite(saved.sparse ?? 1, 'sparse'), 1, settings.sparsest);
    conformal.#judged = finite(saved.judged, 'judged');
    conformal.#coverage = finite(saved.coverage, 'coverage');
    conformal.#quantiles = saved.quantiles ? decodeDoubles(saved.quantiles, CRPS_LEVELS.length) : null;
    return conformal;
  }
}
