import type { ForecastBundle } from '../../contract/forecast.ts';
import { TARGETS, type Target } from '../../contract/names.ts';
import type { TickRow } from '../tick.ts';
import type { Paths } from './bands/paths.ts';
import { bundleOf, type HeadForecast, pathsOf } from './bundle.ts';

/** The forecast as last issued, by head. A head without a new forecast keeps its old one, with its age. */
export class IssuedForecast {
  #said: HeadForecast[] = [];
  #seaLevelRatio = 1;

  /** Ratio p_sea-level / p_station of the newest row that knew one: pressure is published by it between ticks. */
  get seaLevelRatio(): number {
    return this.#seaLevelRatio;
  }

  publishBy({ stationHpa, seaLevelRatio }: TickRow): void {
    if (stationHpa !== null) this.#seaLevelRatio = seaLevelRatio;
  }

  /** Keep only old entries whose valid time is still ahead. */
  hear(said: readonly HeadForecast[], nowS: number): void {
    const heard = new Set(said.map(({ target }) => target));
    const kept = this.#said.filter((old) => !heard.has(old.target) && old.tS + old.horizonS > nowS);
    this.#said = [...said, ...kept];
  }

  forget(targets: readonly Target[] = TARGETS): void {
    this.#said = this.#said.filter(({ target }) => !targets.includes(target));
  }

  /** Newest forecast of one head; null before its first. */
  newest(target: Target, horizonS: number): HeadForecast | null {
    return this.#said.find((said) => said.target === target && said.horizonS === horizonS) ?? null;
  }

  /** The possible courses of one target as they were foretold last; null before anything was. */
  paths(target: Target, stepS: number, usual: (tS: number) => number | null): Paths | null {
    return pathsOf(this.#said, target, stepS, usual);
  }

  bundle(): ForecastBundle {
    return bundleOf(this.#said);
  }
}
