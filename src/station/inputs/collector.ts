import type { NarrowName, NarrowValues } from '../../quantities/names.ts';
import { gustOf, meanWind, type WindSample } from './wind.ts';

/** Most winds of one sample: a flood must not fill the memory. */
const MOST = 200;

export interface CollectorState {
  levels: Partial<Record<NarrowName, number>>;
  sums: Partial<Record<NarrowName, number>>;
}

const EMPTY = (): CollectorState => ({ levels: {}, sums: {} });
const sum = (a: number, b: number): number => Math.round((a + b) * 1e6) / 1e6;

/** Values that wait for the next sample. Of a level the last counts, increments are added up, winds have a mean, and of gusts the highest counts. */
export class Collector {
  #waiting: CollectorState;
  #winds: WindSample[] = [];
  #gusts: number[] = [];

  constructor(saved?: CollectorState) {
    this.#waiting = saved ?? EMPTY();
  }

  /** Increments that no sample has taken yet: with the counters they make the whole. Levels are old at the next start. */
  toJSON(): CollectorState {
    return { levels: {}, sums: { ...this.#waiting.sums } };
  }

  level(name: NarrowName, value: number): void {
    this.#waiting.levels[name] = value;
  }

  add(name: NarrowName, amount: number): void {
    this.#waiting.sums[name] = sum(this.#waiting.sums[name] ?? 0, amount);
  }

  wind(sample: WindSample, gustMs: number | null): void {
    if (this.#winds.length < MOST) this.#winds.push(sample);
    if (gustMs !== null && this.#gusts.length < MOST) this.#gusts.push(gustMs);
  }

  /** Everything that waits, for one sample; undefined when there is nothing. */
  take(): NarrowValues | undefined {
    const { levels, sums } = this.#waiting;
    const { speedMs, directionDeg } = meanWind(this.#winds);
    const gustMs = gustOf(
      this.#gusts,
      this.#winds.map(([speed]) => speed),
    );
    const wind = {
      ...(speedMs !== null && { windSpeedMs: speedMs }),
      ...(gustMs !== null && { windGustMs: gustMs }),
      ...(directionDeg !== null && { windDirectionDeg: directionDeg }),
    };
    this.#waiting = EMPTY();
    this.#winds = [];
    this.#gusts = [];
    const all: NarrowValues = { ...levels, ...sums, ...wind };
    return Object.keys(all).length > 0 ? all : undefined;
  }
}
