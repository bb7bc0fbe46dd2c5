import type { Zone } from '../../base/zone.ts';
import type { Telemetry } from '../../contract/telemetry.ts';
import { insideTelemetry, NARROW, type NarrowName, type NarrowValues, quantitiesWith } from '../../quantities/names.ts';
import { DaySums, type DaySumsState } from './day-sums.ts';
import { Freshness } from './freshness.ts';

type Plain = Exclude<(typeof PLAIN)[number]['telemetry'], `channels.${string}`>;
/** Telemetry of quantities that only some stations have. */
export type Present = Record<Plain | 'rain_today' | 'lightning_count', number | null> & Pick<Telemetry, 'channels'>;

const PLAIN = quantitiesWith('narrow', 'telemetry').filter(({ telemetry }) => !telemetry.includes('.'));
const CHANNELS = insideTelemetry('channels');

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

  /** Sums the running day anew from its stored rows. */
  resum(stored: (name: NarrowName, fromS: number, untilS: number) => number | null, tS: number): void {
    this.#values.drop('rainRateMmH'); // the next message has it anew
    this.#today.resum(stored, tS);
  }

  /** A gust may come alone: it is no less than the wind of before. */
  get(name: NarrowName, evenS: number): number | null {
    const value = this.#values.get(name, evenS);
    if (name !== 'windGustMs' || value === null) return value;
    return Math.max(value, this.#values.get('windSpeedMs', evenS) ?? 0);
  }

  at(tS: number, evenS: number): Present {
    const value = (name: NarrowName) => this.get(name, evenS);
    const channels = CHANNELS.map(({ name, key }) => [key, value(name)] as const).filter(([, found]) => found !== null);
    const today = this.#today.at(tS);
    const plain = Object.fromEntries(PLAIN.map(({ name, telemetry }) => [telemetry, value(name)]));
    return {
      ...(plain as Record<Plain, number | null>),
      rain_today: value('rainMm') === null ? null : today.rainMm,
      lightning_count: value('lightningStrikes') === null ? null : today.lightningStrikes,
      ...(channels.length > 0 && { channels: Object.fromEntries(channels) }),
    };
  }
}
