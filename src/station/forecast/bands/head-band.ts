import type { Target } from '../../../contract/names.ts';
import { type HeadKey, horizonScale, UNIT } from '../grid.ts';
import { Conformal } from './conformal.ts';
import { conformalSettings } from './conformal-settings.ts';
import { type BandQuantiles, bandQuantiles, quantilesWithin } from './quantiles.ts';
import { Volatility } from './volatility.ts';
import { WIDTH_INPUTS, type WidthPrior, widthInputs, widthPrior } from './width-inputs.ts';

const PERCENT = [0, 100] as const;

/** Read as soon as they are written, by one head after another. */
const widths = new Float64Array(WIDTH_INPUTS);

/**
 * Band of one head: the size of the next error, as the weather suggests it, times the multiple that holds the promised share. Its inputs
 * at the issue are ψ (volatility), the features φ and the target time. Its state is saved as a part of its head.
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

  /**
   * `trust` in 0..1: how far the head's own reasoning is believed; `shorter` is the half-width of the next shorter horizon, if there is one.
   * `sigma` is half a band that would hold .683 of the errors. It and `halfwidth` are null with too few scores.
   */
  width(psi: Float64Array, phi: Float64Array, dueS: number, trust: number, shorter: number | null) {
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
}

/**
 * Half-widths before nine forecasts have matured, in units of s_H: 19 of 20 changes over any of the horizons stay within them at
 * temperate stations. Wider than what is learned later, and marked as provisional.
 */
const PRIOR_HALFWIDTH: Readonly<Record<Target, number>> = { temperature: 2, humidity: 2.5, pressure: 3 };
/** A band is never nothing: below this share of a unit no sensor of ours tells two values apart. */
const LEAST = 0.02;
/** A night to come may be surer than the evening before it, but hardly by more: of settled bands one in 250 was. */
const SHRINKS_TO = 0.6;

export const priorHalfwidth = (target: Target, horizonS: number): number =>
  PRIOR_HALFWIDTH[target] * horizonScale(target, horizonS);

/** Other limits of a half-width besides the head's own errors. */
interface BandCompany extends HeadKey {
  /** 1 with no score yet, 0 once a day of them is there: scores of one hour are one error nine times. */
  youth: number;
  /** Half-width at the next shorter horizon. */
  shorter: number | null;
}

/** Bands of neighbouring horizons belong together: what is further away is not surer without reason, least of all to a young head. */
export function bandFloor(own: number, { target, horizonS, youth, shorter }: BandCompany): number {
  const share = youth > 0 ? 1 : SHRINKS_TO;
  return Math.max(own, LEAST * UNIT[target], share * (shorter ?? 0), youth * priorHalfwidth(target, horizonS));
}
