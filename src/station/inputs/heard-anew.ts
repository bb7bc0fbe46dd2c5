import type { NarrowValues } from '../../quantities/names.ts';
import { HeardRates } from '../air/outdoors/heard-rates.ts';
import type { HeardTick } from '../tick.ts';
import { Freshness } from './freshness.ts';

/**
 * Outdoor air of stored samples, for ticks that are made anew: what a sender said is present for three of its intervals, as it was then.
 * A sender's pressure is not kept with the samples and stays unknown.
 */
export class HeardAnew {
  readonly #fresh = new Freshness();
  readonly #rates: HeardRates;

  constructor(settings: ConstructorParameters<typeof HeardRates>[0]) {
    this.#rates = new HeardRates(settings);
  }

  /** Radiation that was present then, W/m². */
  solarWm2(tS: number): number | null {
    return this.#fresh.get('solarWm2', tS);
  }

  /** `air`: the series of that time. */
  add(narrow: NarrowValues | undefined, air: number | null, tS: number): HeardTick | null {
    for (const name of ['outdoorTemperatureC', 'outdoorHumidityPct', 'solarWm2'] as const) {
      const value = narrow?.[name];
      if (value !== undefined) this.#fresh.put(name, value, tS);
    }
    if (air === null) return null;
    const temperatureC = this.#fresh.get('outdoorTemperatureC', tS);
    const humidityPct = this.#fresh.get('outdoorHumidityPct', tS);
    return this.#rates.learn({ air, temperatureC, humidityPct, barometer: null, stationHpa: null }, tS);
  }
}
