import { DAY_S, HOUR_S } from '../../../durations.ts';
import { finite } from '../../learned/check.ts';
import { clip, ewSteady, ewWeight } from '../grid.ts';
import { RidgeRls, type RlsSettings, type RlsState } from '../heads/rls.ts';

export const VOLATILITY_INPUTS = 9;

export interface VolatilityState {
  scale: RlsState;
  mean: number;
  recent: number;
  seen: number;
}

/** |e|/s_H below which errors are noise and their logarithm says nothing. */
const FLOOR = 0.02;
/** Memory of the usual size: 2000 updates, and a week at least; eight weeks where a week holds but a few independent errors. */
const MEAN_MEMORY = 2000;
const MEAN_MEMORY_S = 600_000;
const MEAN_MEMORY_FAR_S = 8 * 7 * DAY_S;
const FAR_S = 12 * HOUR_S;
const RECENT_S = 3 * HOUR_S;
/** Updates before the regression is asked, and a day at least. */
const TRUST_AFTER = 300;
const TRUST_AFTER_S = 90_000;
const BOLDNESS = 0.8;

/**
 * How large the next error will be: s_t = s_H exp(m + clip(.8 β'ψ, ±1.5)), β by ridge regression of ln(|e|/s_H + .02) − m on ψ.
 * Wide when the weather moves, narrow when it rests; the conformal quantile then sets the level.
 */
export class Volatility {
  #regression: RidgeRls;
  #mean = 0;
  #recent = 0;
  #seen = 0;
  readonly #settings: RlsSettings;
  readonly #recentWeight: number;
  readonly #meanWeight: number;
  readonly #trustAfter: number;

  constructor(
    private readonly unit: number,
    stepS: number,
    horizonS: number,
  ) {
    const ticksPerDay = DAY_S / stepS;
    this.#settings = {
      n: VOLATILITY_INPUTS,
      lam: Math.exp(-1 / (ticksPerDay * 180)),
      delta: 100 * (ticksPerDay / 144) * Math.sqrt(Math.max(1, horizonS / stepS / 4)),
      pMax: Number.POSITIVE_INFINITY,
    };
    this.#regression = new RidgeRls(this.#settings);
    this.#recentWeight = ewSteady(stepS, RECENT_S);
    const memoryS = horizonS < FAR_S ? MEAN_MEMORY_S : MEAN_MEMORY_FAR_S;
    this.#meanWeight = 1 / Math.max(MEAN_MEMORY, memoryS / stepS);
    this.#trustAfter = Math.max(TRUST_AFTER, TRUST_AFTER_S / stepS);
  }

  /** v: how much larger than usual the errors of the last three hours were, in logarithms. */
  get recent(): number {
    return this.#recent;
  }

  /** `trust` in 0..1: how far the head's own reasoning is believed. Where it is not, its volatility is not either. */
  scale(psi: Float64Array, trust = 1): number {
    if (this.#seen < this.#trustAfter) return this.unit;
    return this.unit * Math.exp(this.#mean + trust * clip(BOLDNESS * this.#regression.predict(psi), -1.5, 1.5));
  }

  learn(psi: Float64Array, error: number): void {
    this.#seen += 1;
    const size = Math.log(Math.abs(error) / this.unit + FLOOR);
    this.#mean += ewWeight(this.#seen, this.#meanWeight) * (size - this.#mean);
    const unusual = size - this.#mean;
    this.#recent += ewWeight(this.#seen, this.#recentWeight) * (unusual - this.#recent);
    this.#regression.learn(psi, unusual);
  }

  toJSON(): VolatilityState {
    return { scale: this.#regression.toJSON(), mean: this.#mean, recent: this.#recent, seen: this.#seen };
  }

  static fromJSON(saved: VolatilityState, unit: number, stepS: number, horizonS: number): Volatility {
    const volatility = new Volatility(unit, stepS, horizonS);
    volatility.#regression = RidgeRls.fromJSON(saved.scale, volatility.#settings);
    volatility.#mean = finite(saved.mean, 'mean');
    volatility.#recent = finite(saved.recent, 'recent');
    volatility.#seen = finite(saved.seen, 'seen');
    return volatility;
  }
}
