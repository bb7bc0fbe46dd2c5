import type { FilterState, Histogram } from '../../../contract/models.ts';
import { perTarget, TARGETS, type Target } from '../../../contract/names.ts';
import { ExpMean } from '../../../maths/exp-mean.ts';
import { InnovationRing } from './innovation-ring.ts';
import { type Learned, LevelRateFilter, type LevelRateSettings, type LevelRateState } from './level-rate.ts';

/**
 * Filter constants of the chips: memory of minutes, by how fast the air changes; noise (r0) measured on a real board indoors, rounded up
 * (0.01 °C, 0.09 %, 0.01 hPa); quanta from the datasheets (1/64 °C and 1/512 % after calibration, 1/4096 hPa).
 */
export const filterSettings = (periodS = 2): Record<Target, LevelRateSettings> => ({
  temperature: { memoryS: 300, periodS, r0: 4e-4, quantum: 0.016, rate0PerH: 3, leastStep: 0.5 },
  humidity: { memoryS: 300, periodS, r0: 0.01, quantum: 0.004, rate0PerH: 10, leastStep: 2.5 },
  pressure: { memoryS: 600, periodS, r0: 4e-4, quantum: 0.0005, rate0PerH: 1, leastStep: 0.3 },
});

/** Sender of a value; null where its sensor is always the same. */
export type Source = number | string | null;
export type FilterBankState = Record<Target, LevelRateState | null> & { from?: Record<Target, Source> };

/** Noise figures of a filter, for sensor monitoring. */
export type FilterNoise = ReturnType<FilterBank['noise']>;

const INNOVATION_MEMORY = 600;
const FEWEST_INNOVATIONS = 100;

/** The three signals the station smooths: compensated temperature, corrected humidity and pressure at station level. */
export class FilterBank {
  readonly #filters: Record<Target, LevelRateFilter>;
  readonly #from: Record<Target, Source>;
  readonly #rings = perTarget(() => new InnovationRing());
  readonly #squares = perTarget(() => new ExpMean(INNOVATION_MEMORY));
  readonly #newest = perTarget<number | null>(() => null);

  constructor(
    private readonly settings: Record<Target, LevelRateSettings>,
    saved: Partial<FilterBankState> | null = null,
  ) {
    this.#filters = perTarget((signal) => LevelRateFilter.fromJSON(saved?.[signal] ?? null, settings[signal]));
    this.#from = perTarget((signal) => saved?.from?.[signal] ?? null);
  }

  toJSON(): FilterBankState {
    return { ...perTarget((signal) => this.#filters[signal].toJSON()), from: { ...this.#from } };
  }

  /** A missing value leaves its filter untouched. The first value of another sender begins it anew: a change of sensor is no weather. */
  learn(signal: Target, z: number | null, tS: number, from: Source = null): Learned | { kind: 'other' } | null {
    if (z === null) return null;
    const before = this.#from[signal];
    this.#from[signal] = from ?? before;
    if (before !== null && before !== this.#from[signal]) {
      this.#filters[signal] = new LevelRateFilter(this.settings[signal]);
      this.#filters[signal].learn(z, tS);
      this.#newest[signal] = null;
      return { kind: 'other' };
    }
    const learned = this.#filters[signal].learn(z, tS);
    this.#newest[signal] = learned.innovation;
    if (learned.innovation !== null) {
      this.#rings[signal].push(learned.innovation);
      this.#squares[signal].add(learned.innovation ** 2);
    }
    return learned;
  }

  noise(signal: Target) {
    const squares = this.#squares[signal];
    return {
      /** Variance of one reading, as measured. */
      r: this.#filters[signal].r,
      /** That variance before anything was measured. */
      r0: this.#filters[signal].settings.r0,
      /** Standardised innovation of the newest reading; null when there was none. */
      innovation: this.#newest[signal],
      /** Their standard deviation over some 600 readings; null while they are few. */
      innovationSd: squares.n < FEWEST_INNOVATIONS ? null : Math.sqrt(squares.value!),
    };
  }

  /** Smoothed value at the last reading. */
  level(signal: Target): number | null {
    return this.#filters[signal].now?.level ?? null;
  }

  /** Null while the filter settles: a rate from the first minutes would be noise with a sign. */
  ratePerH(signal: Target): number | null {
    const filter = this.#filters[signal];
    return filter.settled ? (filter.now?.ratePerH ?? null) : null;
  }

  /** Samples will come at another spacing from now on: levels and rates hold, what was known of the noise does not. */
  forgetNoise(): void {
    for (const signal of TARGETS) this.#filters[signal].forgetNoise();
  }

  shift(signal: Target, delta: number): void {
    this.#filters[signal].shift(delta);
  }

  /** `filters` of `/api/nerd`. */
  internals(): Record<Target, FilterState> {
    return perTarget((signal) => {
      const filter = this.#filters[signal];
      const now = filter.now;
      return {
        level: now?.level ?? null,
        rate_per_h: now?.ratePerH ?? null,
        nis: this.#rings[signal].meanSquare,
        p_level: now?.pLevel ?? null,
        p_rate: now?.pRate ?? null,
        p_cross: now?.pCross ?? null,
        sigma_level: now === null ? null : Math.sqrt(now.pLevel),
        q: filter.q,
        r: filter.r,
        initialised: now !== null,
      };
    });
  }

  /** `innovation` of `/api/nerd`. */
  innovations(): Record<Target, Histogram> {
    return perTarget((signal) => this.#rings[signal].histogram());
  }
}
