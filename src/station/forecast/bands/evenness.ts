import { clip, ewWeight } from '../grid.ts';

/** Density of ln|e| at its 90 % quantile for normal errors: turns a step of the exponent into coverage. */
const DENSITY = 0.34;
/** Prior of a new station: counts as this many days of widths that differ e-fold, or a year of widths that differ by a fifth. */
const PRIOR_DAYS = 12;
const MEMORY_DAYS = 720;
const MEAN_DAYS = 365;
const LEAST = 0.5;
const MOST = 1.5;
/** A width that is e times as large as usual teaches no less than one that is more. */
const FARTHEST = 1;

/** One part of a width: what it is on average, in logarithms, and how far its departures from that are believed. */
class Part {
  readonly state = { mean: 0, exponent: 1, taught: 0 };

  constructor(
    private readonly ticksPerDay: number,
    private readonly settled: number,
  ) {}

  believed(logarithm: number): number {
    const { mean, exponent } = this.state;
    return mean + exponent * (logarithm - mean);
  }

  /** `surprise`: 1 − share for a miss, −share for a hit. Quantile regression by one step of Newton's for each forecast. */
  learn(logarithm: number, surprise: number, seen: number): void {
    const { state } = this;
    const departure = clip(logarithm - state.mean, -FARTHEST, FARTHEST);
    state.mean += ewWeight(seen, 1 / (MEAN_DAYS * this.ticksPerDay)) * (logarithm - state.mean);
    if (seen <= this.settled) return;
    state.taught += departure ** 2 - state.taught / (MEMORY_DAYS * this.ticksPerDay);
    const known = state.taught + PRIOR_DAYS * this.ticksPerDay;
    state.exponent = clip(state.exponent + (departure * surprise) / (DENSITY * known), LEAST, MOST);
  }
}

/**
 * Makes a promise hold where a band is narrow and where it is wide, not on average only. A width is the weather's scale times the level of
 * the scores; how far each of them moves it is learned from hits and misses. Where narrow bands miss too often, both move it less; where
 * wide bands do, more. In the end a miss is as likely at a narrow width as at a wide one.
 */
export class Evenness {
  readonly state: { seen: number; scale: Part; level: Part };

  /** `settled`: forecasts judged before anything is learned from them; a level that is still being found says nothing of widths. */
  constructor(
    ticksPerDay: number,
    private readonly settled: number,
  ) {
    this.state = { seen: 0, scale: new Part(ticksPerDay, settled), level: new Part(ticksPerDay, settled) };
  }

  halfwidth(scale: number, level: number): number {
    if (this.state.seen < this.settled || !(level > 0)) return scale * level;
    return Math.exp(this.state.scale.believed(Math.log(scale)) + this.state.level.believed(Math.log(level)));
  }

  /** Scale and half-width as issued. A width of nothing, of errors that were all nothing, has no logarithm. */
  learn(scale: number, halfwidth: number, surprise: number): void {
    if (!(halfwidth > 0)) return;
    this.state.seen += 1;
    this.state.scale.learn(Math.log(scale), surprise, this.state.seen);
    this.state.level.learn(Math.log(halfwidth / scale), surprise, this.state.seen);
  }
}
