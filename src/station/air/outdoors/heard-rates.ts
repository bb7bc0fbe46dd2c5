import type { Target } from '../../../contract/names.ts';
import { finiteOrNull } from '../../../maths/check.ts';
import type { HeardAir, HeardTick } from '../../tick.ts';
import { FilterBank, type FilterBankState } from '../filters/filter-bank.ts';
import type { LevelRateSettings } from '../filters/level-rate.ts';

type Settings = Record<Target, LevelRateSettings>;
export interface HeardRatesState {
  air: number | null;
  barometer: number | null;
  filters: FilterBankState;
}

/** Level-and-rate filters of the air that bought stations tell. Another series begins them anew: a change of sensor is no weather. */
export class HeardRates {
  #filters: FilterBank;
  #air: number | null;
  #barometer: number | null;

  constructor(
    private readonly settings: Settings,
    saved: HeardRatesState | null = null,
  ) {
    const { air, barometer, filters } = saved ?? { air: null, barometer: null, filters: null };
    this.#filters = new FilterBank(settings, filters);
    this.#air = finiteOrNull(air, 'series of the air');
    this.#barometer = finiteOrNull(barometer, 'series of the barometer');
  }

  toJSON(): HeardRatesState {
    return { air: this.#air, barometer: this.#barometer, filters: this.#filters.toJSON() };
  }

  /** `evenS` only passes. */
  learn(heard: HeardAir, evenS: number): HeardTick {
    this.#meet(heard);
    const { temperatureC, humidityPct, stationHpa } = heard;
    return {
      ...heard,
      rates: {
        temperatureCPerH: this.#rate('temperature', temperatureC, evenS),
        humidityPctPerH: this.#rate('humidity', humidityPct, evenS),
        pressureHpaPerH: this.#rate('pressure', stationHpa, evenS),
      },
    };
  }

  #rate(target: Target, value: number | null, evenS: number): number | null {
    this.#filters.learn(target, value, evenS);
    return value === null ? null : this.#filters.ratePerH(target);
  }

  #meet({ air, barometer }: HeardAir): void {
    const isOtherAir = air !== null && air !== this.#air;
    const isOtherBarometer = barometer !== null && barometer !== this.#barometer;
    if (isOtherAir || isOtherBarometer) {
      const { temperature, humidity, pressure } = this.#filters.toJSON();
      this.#filters = new FilterBank(this.settings, {
        ...(!isOtherAir && { temperature, humidity }),
        ...(!isOtherBarometer && { pressure }),
      });
    }
    this.#air = air ?? this.#air;
    this.#barometer = barometer ?? this.#barometer;
  }
}
