import { restored, type Saved } from '../../../maths/codec.ts';
import { SortedRing } from '../../../maths/sorted-ring.ts';
import { clip, ewWeight } from '../grid.ts';
import { alarm, type ConformalSettings, lately } from './conformal-settings.ts';
import { Evenness } from './evenness.ts';
import { CRPS_LEVELS } from './quantiles.ts';

export const ALPHA_TARGET = 0.1;
/** Stored alpha may go below 0: clamped there it would forget misses it owes, and 24 h coverage would fall to 86–88 %. */
const ALPHA_MIN = -0.3;
const ALPHA_MAX = 0.5;
/** Largest steps at a time when misses of two weeks are beyond chance: an integrator with delay d overshoots from 1/e of it on, ten of them. */
const ALARMED_STEPS = 3;
/** With fewer, 90 % is more than the largest of them. */
const FEWEST_SCORES = 9;
/** Either side of the level the scores tell how much wider a band is for a point of coverage. */
const SLOPE_REACH = 0.05;
const SLOPE_LEAST = 1.5;
const SLOPE_MOST = 6;
/** Share of normal errors within one standard deviation. */
const SIGMA_SHARE = 0.683;
/** Matured pairs before a realised coverage means anything. */
const COVERAGE_AFTER = 20;

/** Levels of the scores: the quantile that is promised, the slope there, and the quantile that makes a sigma. */
interface Levels {
  usual: number;
  slope: number;
  inner: number;
}

/**
 * Adaptive conformal interval (Gibbs & Candès 2021) on scores |truth − f|/s:
 *   q = ceil((N+1)(1−a))-th smallest score, a = clip(α, .002, .5);   α += γ (α_target − miss)
 * From six hours on q is the one at α_target, stretched by what α differs from that: the largest scores of half a year are a few
 * storms, and a band that went from one of them to the next leaped. `Evenness` then makes it hold at every width.
 * An integrator fed with delay d overshoots unless γd < 1/e and oscillates above π/2, hence γ ≤ min(.005, .1/d);
 * a part of that is enough where the scores themselves are those of months.
 * Beside it a signed ring of the same size, for the quantiles that CRPS needs.
 */
export class Conformal {
  readonly state;
  #quantiles: Float64Array | null = null;
  #read: Levels | null = null;
  readonly #largestStep: number;

  constructor(private readonly settings: ConformalSettings) {
    this.state = {
      alpha: ALPHA_TARGET,
      scores: new SortedRing(settings.capacity),
      /** The same errors with their sign. */
      signed: new SortedRing(settings.capacity),
      seen: 0,
      sparse: 1,
      judged: 0,
      coverage: 0,
      long: { coverage: 0, judged: 0 },
      even: settings.even ? { lately: 0, evenness: new Evenness(settings.day, settings.window) } : null,
    };
    this.#largestStep = Math.min(0.005, 0.1 / settings.delay);
  }

  /** Exponentially weighted share of hits; null before it means anything. */
  get coverage(): number | null {
    return this.state.judged < COVERAGE_AFTER ? null : this.state.coverage;
  }

  /** 1 before the first score, 0 once there is a day of them. */
  get youth(): number {
    return this.state.seen >= this.settings.day ? 0 : 1 - this.state.seen / this.settings.day;
  }

  /**
   * Half the width of the interval in units of the scale; null before the first nine scores. A level that the scores are too few
   * for (a < 1/(N+1)) gets the largest of them: an infinite width would promise all and say nothing.
   */
  quantile(): number | null {
    if (this.state.scores.size < FEWEST_SCORES) return null;
    if (!this.state.even) return this.#ranked(this.state.alpha);
    const { usual, slope } = this.#levels;
    return usual * Math.exp(slope * (ALPHA_TARGET - this.state.alpha));
  }

  /** Levels cached until the scores change. */
  get #levels(): Levels {
    this.#read ??= {
      usual: this.#ranked(ALPHA_TARGET),
      slope: this.#slope,
      inner: this.state.scores.quantile(SIGMA_SHARE),
    };
    return this.#read;
  }

  #ranked(alpha: number): number {
    const n = this.state.scores.size;
    const rank = Math.ceil((n + 1) * (1 - clip(alpha, 0.002, ALPHA_MAX)));
    return this.state.scores.smallest(Math.min(rank, n));
  }

  /** How much larger, in logarithms, a score is for each point of its rank, about the level that is promised. */
  get #slope(): number {
    const low = this.state.scores.quantile(1 - ALPHA_TARGET - SLOPE_REACH);
    const high = this.state.scores.quantile(1 - ALPHA_TARGET + SLOPE_REACH);
    return low > 0 ? clip(Math.log(high / low) / (2 * SLOPE_REACH), SLOPE_LEAST, SLOPE_MOST) : SLOPE_MOST;
  }

  /** For an error of this scale; null before the first nine scores. */
  band(scale: number) {
    const quantile = this.quantile();
    if (quantile === null) return null;
    const { inner } = this.#levels;
    const { even } = this.state;
    if (!even) return { halfwidth: quantile * scale, sigma: inner * scale };
    const halfwidth = even.evenness.halfwidth(scale, quantile);
    return { halfwidth, sigma: quantile > 0 ? (inner / quantile) * halfwidth : 0 };
  }

  /**
   * Error quantiles at CRPS_LEVELS in units of the scale; null with too few scores. The array is never written again once
   * it has been given out.
   */
  signedQuantiles(): Float64Array | null {
    if (this.state.signed.size < FEWEST_SCORES) return null;
    this.#quantiles ??= Float64Array.from(CRPS_LEVELS, (tau) => this.state.signed.quantile(tau));
    return this.#quantiles;
  }

  /** `error` = truth − forecast; scale and half-width as issued. */
  learn(error: number, scale: number, halfwidth: number | null): void {
    const { state, settings } = this;
    if (halfwidth !== null) {
      const miss = Math.abs(error) > halfwidth ? 1 : 0;
      if (this.youth === 0) state.alpha = clip(state.alpha + this.#step * (ALPHA_TARGET - miss), ALPHA_MIN, ALPHA_MAX);
      state.judged += 1;
      state.coverage += ewWeight(state.judged, 1 / settings.coverageMemory) * (1 - miss - state.coverage);
      const { even, long } = state;
      long.judged += 1;
      long.coverage += ewWeight(long.judged, 1 / settings.longMemory) * (1 - miss - long.coverage);
      if (even) {
        even.lately = lately(even.lately, miss - ALPHA_TARGET, settings);
        even.evenness.learn(scale, halfwidth, miss - ALPHA_TARGET);
      }
    }
    if (state.seen % (settings.every * state.sparse) === 0) {
      this.#thinWhenFull();
      state.scores.push(Math.abs(error) / scale);
      state.signed.push(error / scale);
      this.#read = null;
      this.#quantiles = null;
    }
    state.seen += 1;
  }

  /**
   * γ of now: calm while the last two years held what was promised, and the quicker the less they did. A young head has no years: until
   * it has scores for two windows, what its last sixty days held counts as well, and less and less. An even band of any age hurries while
   * the misses of two weeks are more or fewer than chance makes them: errors have grown at once, or a fault has passed.
   */
  get #step(): number {
    const { calm, unrest, window } = this.settings;
    if (this.state.long.judged === 0) return this.#largestStep;
    const age = this.state.seen / window;
    const share = 1 - (1 - calm) * Math.min(1, age);
    const owed = Math.abs(this.state.long.coverage - (1 - ALPHA_TARGET));
    const lately = Math.abs(this.state.coverage - (1 - ALPHA_TARGET));
    const off = Math.min(1, Math.max(owed, lately * clip(2 - age, 0, 1)) / unrest);
    const step = share + (1 - share) * off;
    const { even } = this.state;
    const alarmed = even ? alarm(even.lately, ALPHA_TARGET, this.settings) : 0;
    return this.#largestStep * (step + (ALARMED_STEPS - step) * alarmed);
  }

  #thinWhenFull(): void {
    const { capacity, sparsest } = this.settings;
    if (this.state.scores.size < capacity || this.state.sparse >= sparsest) return;
    this.state.scores.thin();
    this.state.signed.thin();
    this.state.sparse *= 2;
  }

  restore(saved: Saved<Conformal>): this {
    const { state, settings } = restored(this as Conformal, saved);
    state.alpha = clip(state.alpha, ALPHA_MIN, ALPHA_MAX);
    state.sparse = clip(state.sparse, 1, settings.sparsest);
    return this;
  }
}
