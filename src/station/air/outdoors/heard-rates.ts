import type { Target } from '../../../contract/names.ts';
import type { HeardAir, HeardTick } from '../../tick.ts';
import { FilterBank } from '../filters/filter-bank.ts';
import type { LevelRateSettings } from '../filters/level-rate.ts';

export type HeardRatesState = ReturnType<HeardRates['toJSON']>;

/** Level-and-rate filters of the air that bought stations tell. Another series begins them anew. */
export class HeardRates {
  readonly #filters: FilterBank;

  constructor(settings: Record<Target, LevelRateSettings>, saved: HeardRatesState | null = null) {
    this.#filters = new FilterBank(settings, saved?.filters);
  }

  toJSON() {
    return { filters: this.#filters.toJSON() };
  }

  /** `evenS` only passes. */
  learn(heard: HeardAir, evenS: number): HeardTick {
    const { air, barometer, temperatureC, humidityPct, stationHpa } = heard;
    const rate = (target: Target, value: number | null, series: number | null): number | null => {
      this.#filters.learn(target, value, evenS, series);
      return value === null ? null : this.#filters.ratePerH(target);
    };
    return {
      ...heard,
      rates: {
        temperatureCPerH: rate('temperature', temperatureC, air),
        humidityPctPerH: rate('humidity', humidityPct, air),
        pressureHpaPerH: rate('pressure', stationHpa, barometer),
      },
    };
  }
}
