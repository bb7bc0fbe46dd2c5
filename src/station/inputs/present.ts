import type { Zone } from '../../base/zone.ts';
import type { Telemetry } from '../../contract/telemetry.ts';
import { insideTelemetry, NARROW, type NarrowName, type NarrowValues } from '../../quantities/names.ts';
import { DaySums, type DaySumsState } from './day-sums.ts';
import { Freshness } from './freshness.ts';

/** Telemetry of what only some stations have. */
export type Present = Pick<
  Telemetry,
  | 'outdoor_humidity'
  | 'wind_speed'
  | 'wind_gust'
  | 'wind_direction'
  | 'rain_rate'
  | 'rain_today'
  | 'solar_radiation'
  | 'uv_index'
  | 'lightning_count'
  | 'lightning_distance_km'
  | 'outdoor_lux'
  | 'channels'
>;
export const NOTHING: Present = {
  outdoor_humidity: null,
  wind_speed: null,
  wind_gust: null,
  wind_direction: null,
  rain_rate: null,
  rain_today: null,
  solar_radiation: null,
  uv_index: null,
  lightning_count: null,
  lightning_distance_km: null,
  outdoor_lux: null,
};

const CHANNELS = new Map<string, string>(insideTelemetry('channels').map(({ name, key }) => [name, key]));

/** Quantities that are told as sums of today. */
const SUMMED = ['rainMm', 'lightningStrikes'] as const;
export type TodayState = DaySumsState<(typeof SUMMED)[number]>;

/** Present values of the narrow quantities, by what came with the samples, whatever measured it; and the sums of today. */
export class PresentValues {
  readonly #values = new Freshness();
  readonly #today: DaySums<(typeof SUMMED)[number]>;

  constructor(zone: Zone, saved: TodayState = null) {
    this.#today = new DaySums(zone, SUMMED, saved);
  }

  toJSON(): TodayState {
    return this.#today.saved;
  }

  /** Takes in the values of one sample. `evenS` only passes. */
  take(narrow: NarrowValues | undefined, tS: number, evenS: number): void {
    if (narrow === undefined) return;
    for (const { name } of NARROW) {
      const value = narrow[name];
      if (value !== undefined) this.#values.put(name, value, evenS);
    }
    this.#today.add(narrow, tS);
  }

  /** Takes the sums of the running day anew from what is stored of it. */
  resum(stored: (name: NarrowName, fromS: number, untilS: number) => number | null, tS: number): void {
    this.#values.drop('rainRateMmH'); // the next message has it anew
    this.#today.resum(stored, tS);
  }

  get(name: NarrowName, evenS: number): number | null {
    return this.#values.get(name, evenS);
  }

  #channels(evenS: number): Pick<Present, 'channels'> {
    const values = this.#values.names.flatMap((name) => {
      const key = CHANNELS.get(name);
      const value = key === undefined ? null : this.#values.get(name, evenS);
      return value === null ? [] : [[key, value] as const];
    });
    return values.length === 0 ? {} : { channels: Object.fromEntries(values) };
  }

  at(tS: number, evenS: number): Present {
    const value = (name: NarrowName) => this.#values.get(name, evenS);
    const today = this.#today.at(tS);
    return {
      outdoor_humidity: value('outdoorHumidityPct'),
      wind_speed: value('windSpeedMs'),
      wind_gust: value('windGustMs'),
      wind_direction: value('windDirectionDeg'),
      rain_rate: value('rainRateMmH'),
      rain_today: value('rainMm') === null ? null : today.rainMm,
      solar_radiation: value('solarWm2'),
      uv_index: value('uvIndex'),
      lightning_count: value('lightningStrikes') === null ? null : today.lightningStrikes,
      lightning_distance_km: value('lightningKm'),
      outdoor_lux: value('outdoorLx'),
      ...this.#channels(evenS),
    };
  }
}
