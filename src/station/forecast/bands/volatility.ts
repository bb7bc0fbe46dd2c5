import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { RidgeRls } from '../../../maths/rls.ts';
import { clip, ewSteady, ewWeight } from '../grid.ts';
import { VOLATILITY_INPUTS, type WidthPrior } from './width-inputs.ts';

/** |e|/s_H below which errors are noise and their logarithm says nothing. */
const FLOOR = 0.02;
/** Memory of the usual size: 2000 updates, and a week at least. */
const MEAN_MEMORY = 2000;
const MEAN_MEMORY_S = 600_000;
const MEMORY_DAYS = 180;
const RECENT_S = 3 * HOUR_S;
/** Updates before the regression is asked, and a day at least. */
const TRUST_AFTER = 300;
const TRUST_AFTER_S = 90_000;
const BOLDNESS = 0.8;
/** From six hours on a week holds but a few independent errors: a shape that other stations have taught, and memories of years. */
const FAR = { floor: 0.1, meanDays: 280, priorMeanDays: 20, memoryDays: 720, priorDays: 200, boldness: 0.9 };

/** Pace of a band that the station's own days teach. */
const nearPace = (stepS: number, horizonS: number) => ({
  memoryDays: MEMORY_DAYS,
  /** Ridge of the regression, and weight of the prior's mean, in updates. */
  delta: 100 * (DAY_S / stepS / 144) * Math.sqrt(Math.max(1, horizonS / stepS / 4)),
  priorUpdates: 0,
  floor: FLOOR,
  meanWeight: 1 / Math.max(MEAN_MEMORY, MEAN_MEMORY_S / stepS),
  trustAfter: Math.max(TRUST_AFTER, TRUST_AFTER_S / stepS),
  boldness: BOLDNESS,
});

/** Learning rates of the width. */
type Pace = ReturnType<typeof nearPace>;

/** Pace of a band that begins with a prior. */
const farPace = (stepS: number, horizonS: number): Pace => ({
  memoryDays: FAR.memoryDays,
  delta: (DAY_S / stepS) * FAR.priorDays * Math.sqrt(horizonS / DAY_S),
  priorUpdates: FAR.priorMeanDays * (DAY_S / stepS),
  floor: FAR.floor,
  meanWeight: 1 / (FAR.meanDays * (DAY_S / stepS)),
  trustAfter: 0,
  boldness: FAR.boldness,
});

/**
 * Scale of the next error: s_t = s_H exp(m + clip(b (β₀ + β)'ψ, ±1.5)), β by ridge regression of what β₀ leaves of ln(|e|/s_H + floor) −
 * m. Wide when the weather moves, narrow when it rests; the conformal quantile then sets the level. β₀ and the first m are a prior's,
 * where there is one.
 */
export class Volatility {
  readonly state: { scale: RidgeRls; mean: number; recent: number; seen: number };
  readonly #pace: Pace;
  readonly #recentWeight: number;

  constructor(
    private readonly unit: number,
    stepS: number,
    horizonS: number,
    private readonly prior: WidthPrior | null = null,
  ) {
    this.#pace = (prior ? farPace : nearPace)(stepS, horizonS);
    const { memoryDays, delta } = this.#pace;
    const lam = Math.exp(-1 / ((DAY_S / stepS) * memoryDays));
    const n = prior?.shape.length ?? VOLATILITY_INPUTS;
    const scale = new RidgeRls({ n, lam, delta, pMax: Number.POSITIVE_INFINITY });
    this.state = { scale, mean: prior?.mean ?? 0, recent: 0, seen: 0 };
    this.#recentWeight = ewSteady(stepS, RECENT_S);
  }

  /** v: how much larger than usual the errors of the last three hours were, in logarithms. */
  get recent(): number {
    return this.state.recent;
  }

  /** `trust` in 0..1: how far the head's own reasoning is believed. Where it is not, its volatility is not either. */
  scale(psi: Float64Array, trust = 1): number {
    const { trustAfter, boldness } = this.#pace;
    if (this.state.seen < trustAfter) return this.unit;
    const shape = this.#foretold(psi) + this.state.scale.predict(psi);
    return this.unit * Math.exp(this.state.mean + trust * clip(boldness * shape, -1.5, 1.5));
  }

  learn(psi: Float64Array, error: number): void {
    const { floor, meanWeight, priorUpdates } = this.#pace;
    this.state.seen += 1;
    const size = Math.log(Math.abs(error) / this.unit + floor);
    this.state.mean += ewWeight(this.state.seen + priorUpdates, meanWeight) * (size - this.state.mean);
    const unusual = size - this.state.mean;
    this.state.recent += ewWeight(this.state.seen, this.#recentWeight) * (unusual - this.state.recent);
    this.state.scale.learn(psi, unusual - this.#foretold(psi));
  }

  #foretold(psi: Float64Array): number {
    const shape = this.prior?.shape;
    if (!shape) return 0;
    let sum = 0;
    for (let i = 0; i < shape.length; i++) sum += shape[i]! * psi[i]!;
    return sum;
  }
}
