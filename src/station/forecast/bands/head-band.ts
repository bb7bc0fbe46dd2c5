import type { Target } from '../../../contract/names.ts';
import { restored, savedState } from '../../../maths/codec.ts';
import { horizonScale } from '../grid.ts';
import { Conformal } from './conformal.ts';
import { conformalSettings } from './conformal-settings.ts';
import { bandFloor } from './floor.ts';
import { type BandQuantiles, bandQuantiles, quantilesWithin } from './quantiles.ts';
import { Volatility } from './volatility.ts';
import { WIDTH_INPUTS, widthInputs } from './width-inputs.ts';
import { type WidthPrior, widthPrior } from './width-prior.ts';

const PERCENT = [0, 100] as const;

/** Read as soon as they are written, by one head after another. */
const widths = new Float64Array(WIDTH_INPUTS);

/** Width of a forecast's band. */
export interface Width {
  scale: number;
  halfwidth: number | null;
  /** Half a band that would hold .683 of them; null with too few scores. */
  sigma: number | null;
}

export type HeadBandState = ReturnType<HeadBand['saved']>;

/**
 * The band of one head: how large the weather makes the next error, and what multiple of that holds what is promised. Of the weather at
 * the issue it is told the inputs ψ of volatility, the features φ, and when the truth comes. What it remembers is saved as a part of its
 * head.
 */
export class HeadBand {
  readonly #prior: WidthPrior | null;
  readonly state: { volatility: Volatility; conformal: Conformal };

  constructor(
    private readonly target: Target,
    readonly horizonS: number,
    stepS: number,
    /** See `seasonality`. */
    private readonly seasons: number,
  ) {
    this.#prior = widthPrior(target, horizonS);
    this.state = {
      volatility: new Volatility(horizonScale(target, horizonS), stepS, horizonS, this.#prior),
      conformal: new Conformal(conformalSettings(stepS, horizonS)),
    };
  }

  /** v of the volatility inputs. */
  get recentVolatility(): number {
    return this.state.volatility.recent;
  }

  get conformal(): Conformal {
    return this.state.conformal;
  }

  /** `trust` in 0..1: how far the head's own reasoning is believed; `shorter` is the half-width of the next shorter horizon, if there is one. */
  width(psi: Float64Array, phi: Float64Array, dueS: number, trust: number, shorter: number | null): Width {
    const scale = this.state.volatility.scale(this.#inputs(psi, phi, dueS), trust);
    const band = this.state.conformal.band(scale);
    if (band === null) return { scale, halfwidth: null, sigma: null };
    const { target, horizonS } = this;
    const { youth } = this.state.conformal;
    return { scale, halfwidth: bandFloor(band.halfwidth, { target, horizonS, youth, shorter }), sigma: band.sigma };
  }

  /** `errors` are quantiles at CRPS_LEVELS in units of the scale. */
  quantiles(forecast: number, halfwidth: number | null, errors: Float64Array | null): BandQuantiles | null {
    if (halfwidth === null) return null;
    return this.target === 'humidity'
      ? quantilesWithin(PERCENT, forecast, halfwidth, errors)
      : bandQuantiles(halfwidth, errors);
  }

  /** `error` = truth − forecast; scale and half-width as issued. */
  learn(
    psi: Float64Array,
    phi: Float64Array,
    dueS: number,
    error: number,
    scale: number,
    halfwidth: number | null,
  ): void {
    this.state.conformal.learn(error, scale, halfwidth);
    this.state.volatility.learn(this.#inputs(psi, phi, dueS), error);
  }

  #inputs(psi: Float64Array, phi: Float64Array, dueS: number): Float64Array {
    return this.#prior ? widthInputs(psi, phi, dueS, this.seasons, widths) : psi;
  }

  saved() {
    return savedState(this.state);
  }

  restore(saved: HeadBandState): void {
    restored(this as HeadBand, saved);
  }
}
