import type { ForecastBundle } from '../../contract/forecast.ts';
import { TARGETS, type Target } from '../../contract/names.ts';
import type { TickRow } from '../tick.ts';
import type { Paths } from './bands/paths.ts';
import { bundleOf, type HeadForecast, pathsOf } from './bundle.ts';

/** The forecast as last issued, by head. A head without a new forecast keeps its old one, with its age. */
export class IssuedForecast {
  #forecasts: HeadForecast[] = [];
  #seaLevelRatio = 1;

  /** Ratio p_sea-level / p_station of the newest row that knew one: pressure is published by it between ticks. */
  get seaLevelRatio(): number {
    return this.#seaLevelRatio;
  }

  publishBy({ stationHpa, seaLevelRatio }: TickRow): void {
    if (stationHpa !== null) this.#seaLevelRatio = seaLevelRatio;
  }

  /** Of targets without a new forecast, entries stay whose valid time is still ahead. */
  replace(issued: readonly HeadForecast[], nowS: number): void {
    const renewed = new Set(issued.map(({ target }) => target));
    const kept = this.#forecasts.filter((old) => !renewed.has(old.target) && old.tS + old.horizonS > nowS);
    this.#forecasts = [...issued, ...kept];
  }

  forget(targets: readonly Target[] = TARGETS): void {
    this.#forecasts = this.#forecasts.filter(({ target }) => !targets.includes(target));
  }

  /** Newest forecast of one head; null before its first. */
  newest(target: Target, horizonS: number): HeadForecast | null {
    return this.#forecasts.find((one) => one.target === target && one.horizonS === horizonS) ?? null;
  }

  /** The possible courses of one target as they were foretold last; null before anything was. */
  paths(target: Target, stepS: number, usual: (tS: number) => number | null): Paths | null {
    return pathsOf(this.#forecasts, target, stepS, usual);
  }

  bundle(): ForecastBundle {
    return bundleOf(this.#forecasts);
  }
}
