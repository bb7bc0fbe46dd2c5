import { HOUR_S } from '../../../base/durations.ts';
import { positive } from '../../../maths/check.ts';
import { restored } from '../../../maths/codec.ts';

/** A longer silence tells nothing about the present rate: the filter starts anew. */
const LONGEST_GAP_S = 600;
/** Squared standardised innovation above which a reading is not believed at once: five standard deviations. */
const GATE_NIS = 25;
const MAX_REJECTS = 3;
/** Samples over which the noise of a reading is averaged: half an hour at 2 s. */
const NOISE_MEMORY = 900;
const MIN_VARIANCE = 1e-12;

export interface LevelRateSettings {
  /** Memory of the rate, s. This is chosen, and not q: q = r dt0/Tf⁴ follows the measured noise. */
  memoryS: number;
  /** Usual spacing of the samples, s. */
  periodS: number;
  /** Variance of one reading before any was measured. */
  r0: number;
  /** Smallest step the sensor can show: its variance is the least a reading can have. */
  quantum: number;
  /** Prior standard deviation of the rate, per hour. */
  rate0PerH: number;
  /** Innovations up to here are believed however quiet the sensor is: gusts and draughts are air, not faults. */
  leastStep: number;
}

/** The estimate at one moment, with its covariance. */
export interface LevelRate {
  level: number;
  ratePerH: number;
  pLevel: number;
  pCross: number;
  pRate: number;
}

export type LevelRateState = ReturnType<typeof begun>;

/**
 * Result of a filter update. `innovation` is standardised and given before the gate decides, because accepted ones alone would look too
 * narrow. A `step` is a level that moved faster than air can and then stayed.
 */
export type Learned =
  | { kind: 'started' | 'restarted' | 'ignored'; innovation: null }
  | { kind: 'accepted' | 'rejected'; innovation: number }
  | { kind: 'step'; innovation: number; before: number; after: number };

/**
 * Level and rate of one signal whose rate is disturbed by white noise of density q and whose level is seen through variance r:
 *   x = [L, V]   F = [1 dt; 0 1]   Q = q·[dt³/3 dt²/2; dt²/2 dt]   H = [1 0]        (dt in hours, V per hour)
 * Bar-Shalom, Li & Kirubarajan (2001), Estimation with Applications to Tracking and Navigation, §6.2.2, covariance in Joseph's
 * form. r is measured from the samples themselves by second differences (var w = 6 r whatever the slope); tuning q from the
 * innovations is not possible at 2 s, where they are nearly all r. Blind to anything that oscillates faster than `memoryS`.
 */
export class LevelRateFilter {
  #x: LevelRateState | null = null;

  constructor(readonly settings: LevelRateSettings) {}

  static fromJSON(saved: LevelRateState | null, settings: LevelRateSettings): LevelRateFilter {
    const filter = new LevelRateFilter(settings);
    if (saved === null) return filter;
    for (const name of ['pLevel', 'pRate', 'r'] as const) positive(saved[name], name);
    const fresh: LevelRateState = { ...begun(0, 0, settings), recent: [] };
    filter.#x = restored({ state: fresh }, saved).state;
    return filter;
  }

  toJSON(): LevelRateState | null {
    return this.#x;
  }

  /** Density of the noise that moves the rate, unit²/h³. */
  get q(): number {
    const { memoryS, periodS } = this.settings;
    return (this.r * (periodS / HOUR_S)) / (memoryS / HOUR_S) ** 4;
  }

  /** Variance of one reading, as measured. */
  get r(): number {
    return this.#x?.r ?? this.settings.r0;
  }

  /** The estimate at the last reading. */
  get now(): LevelRate | null {
    return this.#x;
  }

  get lastS(): number | null {
    return this.#x?.lastS ?? null;
  }

  /** A rate means something once the filter has seen three memories of its signal. */
  get settled(): boolean {
    return this.#x !== null && this.#x.lastS - this.#x.startedS >= 3 * this.settings.memoryS;
  }

  learn(z: number, tS: number): Learned {
    const x = this.#x;
    if (x === null || Math.abs(tS - x.lastS) > LONGEST_GAP_S) {
      this.#start(z, tS, x?.r);
      return { kind: x ? 'restarted' : 'started', innovation: null };
    }
    const dtS = tS - x.lastS;
    if (dtS <= 0) return { kind: 'ignored', innovation: null };

    const prior = coast(x, dtS / HOUR_S, this.q);
    const s = prior.pLevel + x.r;
    const e = z - prior.level;
    const innovation = e / Math.sqrt(s);
    const nis = innovation * innovation;
    this.#measureNoise(x, z, tS);
    // Measured from the reading before, not only from the level: a filter of minutes lags behind an opened window, and that is air.
    const jump = Math.min(Math.abs(e), Math.abs(z - x.accepted));
    if (nis > GATE_NIS && jump > this.settings.leastStep) {
      x.rejected.push(z);
      if (x.rejected.length <= MAX_REJECTS) {
        Object.assign(x, prior, { lastS: tS });
        return { kind: 'rejected', innovation };
      }
      const values = x.rejected.toSorted((a, b) => a - b);
      if (values.at(-1)! - values[0]! <= 6 * Math.sqrt(x.r)) {
        const after = (values[1]! + values[2]!) / 2;
        const recent = x.recent;
        this.#start(after, tS, x.r);
        this.#x!.recent = recent;
        return { kind: 'step', innovation, before: prior.level, after };
      }
    }
    x.rejected = [];
    x.accepted = z;
    Object.assign(x, correct(prior, e, s, x.r), { lastS: tS });
    return { kind: 'accepted', innovation };
  }

  /** A calibration moved the scale, not the weather: the level follows, rate and covariance stay. */
  shift(delta: number): void {
    if (this.#x === null) return;
    this.#x.level += delta;
    this.#x.rejected = this.#x.rejected.map((z) => z + delta);
    this.#x.accepted += delta;
    for (const past of this.#x.recent) past.z += delta;
  }

  forgetNoise(): void {
    if (this.#x) Object.assign(this.#x, { r: this.settings.r0, recent: [] });
  }

  #start(z: number, tS: number, r = this.settings.r0): void {
    this.#x = begun(z, tS, { ...this.settings, r0: r });
  }

  #measureNoise(x: LevelRateState, z: number, tS: number): void {
    const [one, two] = x.recent;
    const { periodS, quantum, r0 } = this.settings;
    const even = (dtS: number): boolean => Math.abs(dtS - periodS) <= 0.2 * periodS;
    if (one && two && even(tS - one.tS) && even(one.tS - two.tS)) {
      const w = z - 2 * one.z + two.z;
      const r = x.r + (Math.min((w * w) / 6, 16 * x.r) - x.r) / NOISE_MEMORY;
      x.r = Math.min(Math.max(r, (quantum * quantum) / 12), 100 * r0);
    }
    x.recent = one ? [{ z, tS }, one] : [{ z, tS }];
  }
}

/** First estimate, of one reading. */
const begun = (z: number, tS: number, { r0: r, rate0PerH }: LevelRateSettings) => ({
  level: z,
  ratePerH: 0,
  pLevel: r,
  pCross: 0,
  pRate: rate0PerH ** 2,
  r,
  startedS: tS,
  lastS: tS,
  rejected: [] as number[],
  /** The last reading that was believed. */
  accepted: z,
  /** The two readings before, newest first: the noise is measured from three in a row. */
  recent: [{ z, tS }],
});

/** F x and F P Fᵀ + Q. */
function coast(x: LevelRate, dtH: number, q: number): LevelRate {
  return {
    level: x.level + x.ratePerH * dtH,
    ratePerH: x.ratePerH,
    pLevel: x.pLevel + 2 * dtH * x.pCross + dtH * dtH * x.pRate + (q * dtH ** 3) / 3,
    pCross: x.pCross + dtH * x.pRate + (q * dtH * dtH) / 2,
    pRate: x.pRate + q * dtH,
  };
}

/** Joseph's form, written out; the correlation is kept below one so that rounding cannot make the covariance indefinite. */
function correct(prior: LevelRate, e: number, s: number, r: number): LevelRate {
  const { pLevel, pCross, pRate } = prior;
  const k1 = pLevel / s;
  const k2 = pCross / s;
  const level = Math.max((1 - k1) ** 2 * pLevel + k1 * k1 * r, MIN_VARIANCE);
  const rate = Math.max(pRate - 2 * k2 * pCross + k2 * k2 * s, MIN_VARIANCE);
  const cross = (1 - k1) * (pCross - k2 * pLevel) + k1 * k2 * r;
  const most = 0.999 * Math.sqrt(level * rate);
  return {
    level: prior.level + k1 * e,
    ratePerH: prior.ratePerH + k2 * e,
    pLevel: level,
    pCross: Math.min(Math.max(cross, -most), most),
    pRate: rate,
  };
}
