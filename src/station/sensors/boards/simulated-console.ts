import { HOUR_S } from '../../../base/durations.ts';
import type { NarrowValues } from '../../../quantities/names.ts';
import { LatticeNoise } from './lattice-noise.ts';
import type { Weather } from './simulated-weather.ts';

/** As often as the console of a bought station reports. */
const EVERY_S = 16;
const LONGEST_S = 600;
const TIP_MM = 0.2;
/** Rain of intensity 1. */
const POURING_MM_H = 2.5;
const UV_PER_WM2 = 0.0085;

/**
 * Simulated wind vane, cup wheel, tipping rain gauge and pyranometer under the simulated weather, as a bought station reports them. A gauge
 * counts what fell since its last report; over a pause that is at most ten minutes' worth.
 */
export class SimulatedConsole {
  readonly #breeze: LatticeNoise;
  readonly #gusts: LatticeNoise;
  readonly #vane: LatticeNoise;
  readonly #turn: LatticeNoise;
  #lastS: number | null = null;
  /** Water in the tipping bucket. */
  #waitingMm = 0;

  constructor(seed: number) {
    this.#breeze = new LatticeNoise(seed * 16 + 10, 3 * HOUR_S);
    this.#gusts = new LatticeNoise(seed * 16 + 11, 40);
    this.#vane = new LatticeNoise(seed * 16 + 12, 9 * HOUR_S);
    this.#turn = new LatticeNoise(seed * 16 + 13, 90);
  }

  /** Values of a report; undefined between two of them. */
  report({ rain, solarWm2, temperatureC, humidityPct }: Weather, tS: number): NarrowValues | undefined {
    const sinceS = this.#lastS === null ? 0 : tS - this.#lastS;
    if (this.#lastS !== null && sinceS >= 0 && sinceS < EVERY_S) return undefined;
    this.#lastS = tS;
    this.#waitingMm += (rain * POURING_MM_H * Math.min(LONGEST_S, Math.max(0, sinceS))) / HOUR_S;
    const tips = Math.floor(this.#waitingMm / TIP_MM);
    this.#waitingMm -= tips * TIP_MM;
    const mean = Math.max(0, 2.6 + 1.4 * this.#breeze.at(tS) + 2.5 * rain);
    const windSpeedMs = tenth(Math.max(0, mean * (1 + 0.25 * this.#gusts.at(tS))));
    const degrees = 235 + 60 * this.#vane.at(tS) + 15 * this.#turn.at(tS);
    return {
      outdoorTemperatureC: tenth(temperatureC),
      outdoorHumidityPct: Math.round(humidityPct),
      windSpeedMs,
      windGustMs: tenth(Math.max(windSpeedMs, mean * 1.5)),
      windDirectionDeg: Math.round(((degrees % 360) + 360) % 360),
      rainMm: Math.round(tips * TIP_MM * 10) / 10,
      solarWm2: tenth(solarWm2),
      uvIndex: Math.round(solarWm2 * UV_PER_WM2),
    };
  }
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
