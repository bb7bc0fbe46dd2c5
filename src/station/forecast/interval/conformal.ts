import { finite } from '../../learned/check.ts';
import { decodeDoubles, encodeDoubles } from '../../learned/codec.ts';
import { clip, DAY_S } from '../grid.ts';
import { CRPS_LEVELS } from './crps.ts';
import { SortedRing } from './sorted-ring.ts';

export interface ConformalSettings {
  /** Scores kept, and of how many matured forecasts one is kept. */
  capacity: number;
  every: number;
  /** Delay of the feedback in steps: the horizon over the grid step. */
  delay: number;
  /** Memory of the reported coverage, in updates. */
  coverageMemory: number;
}

const WINDOW_DAYS = 14;
const SCORES_AT_MOST = 2016;
const SPACING_S = 600;
const COVERAGE_DAYS = 60;

/** Fourteen days of scores: every second tick of five minutes, every tick of a coarser grid. */
export function conformalSettings(stepS: number, horizonS: number): ConformalSettings {
  const ticksPerDay = DAY_S / stepS;
  const every = Math.max(1, Math.round(SPACING_S / stepS));
  return {
    capacity: Math.min(SCORES_AT_MOST, Math.round((WINDOW_DAYS * ticksPerDay) / every)),
    every,
    delay: horizonS / stepS,
    coverageMemory: COVERAGE_DAYS * ticksPerDay,
  };
}

export interface ConformalState {
  alpha: number;
  scores: string;
  signed: string;
  seen: number;
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
/** 2016 sorted scores hardly move within an hour: their quantiles are worked out anew for every few of them. */
const REFRESH_EVERY = 6;
const REFRESH_ALWAYS = 200;
/** Matured pairs before a realised coverage means anything. */
const COVERAGE_AFTER = 20;

/**
 * Adaptive conformal interval (Gibbs & Candès 2021) on scores |truth − f|/s:
 *   q = ceil((N+1)(1−a))-th smallest score, a = clip(α, .002, .5);   α += γ (α_target − miss)
 * An integrator fed with delay d overshoots unless γd < 1/e and oscillates above π/2, hence γ = min(.005, .1/d).
 * Beside it a signed ring of the same size, for the quantiles that CRPS needs.
 */
export class Conformal {
  #alpha = ALPHA_TARGET;
  #scores: SortedRing;
  #signed: SortedRing;
  #quantiles: Float64Array<ArrayBuffer> | null = null;
  #seen = 0;
  #judged = 0;
  #coverage = 0;
  readonly gamma: number;

  constructor(private readonly settings: ConformalSettings) {
    this.#scores = new SortedRing(settings.capacity);
    this.#signed = new SortedRing(settings.capacity);
    this.gamma = Math.min(0.005, 0.1 / settings.delay);
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
      this.#alpha = clip(this.#alpha + this.gamma * (ALPHA_TARGET - miss), ALPHA_MIN, ALPHA_MAX);
      this.#judged += 1;
      this.#coverage += Math.max(1 / this.#judged, 1 / this.settings.coverageMemory) * (1 - miss - this.#coverage);
    }
    if (this.#seen % this.settings.every === 0) {
      this.#scores.push(Math.abs(error) / scale);
      this.#signed.push(error / scale);
      if (this.#signed.size < REFRESH_ALWAYS || this.#seen % (REFRESH_EVERY * this.settings.every) === 0)
        this.#quantiles = null;
    }
    this.#seen += 1;
  }

  toJSON(): ConformalState {
    return {
      alpha: this.#alpha,
      scores: this.#scores.toJSON(),
      signed: this.#signed.toJSON(),
      seen: this.#seen,
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
    conformal.#judged = finite(saved.judged, 'judged');
    conformal.#coverage = finite(saved.coverage, 'coverage');
    conformal.#quantiles = saved.quantiles ? decodeDoubles(saved.quantiles, CRPS_LEVELS.length) : null;
    return conformal;
  }
}
