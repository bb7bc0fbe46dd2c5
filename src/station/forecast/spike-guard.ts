import { HOUR_S } from '../../base/durations.ts';
import { perTarget, TARGETS, type Target } from '../../contract/names.ts';
import { savedState } from '../../maths/codec.ts';
import type { TickRow } from '../tick.ts';
import { ewWeight } from './grid.ts';
import { VALUE_OF } from './learners/series.ts';

const fresh = () => ({
  /** The newest value that was believed, and its time. */
  value: null as number | null,
  tS: null as number | null,
  /** The newest value that was not, while it waits for another like it. */
  doubted: null as number | null,
  doubts: 0,
  /** Usual change between neighbouring rows, and of how many. */
  usual: 0,
  changes: 0,
  /** Since when the value has not moved at all, and how long that lasted at most. */
  stillSinceS: null as number | null,
  longestStillS: 0,
});

type WatchState = ReturnType<typeof fresh>;
export type GuardState = Record<Target, WatchState>;

/** A change between rows of five minutes that no weather makes twice a year; slower rows may change more. */
const LEAP: Readonly<Record<Target, number>> = { temperature: 3.5, humidity: 20, pressure: 2.5 };
const LEAP_STEP_S = 300;
const LEAP_GROWTH = 0.25;
/** Factor on the usual change beyond which a change is no front: coarse or lively sensors have their own measure. */
const TIMES_USUAL = 10;
const USUAL_MEMORY = 2000;
/** Changes that have to be known before a standing value says anything. */
const FEWEST_CHANGES = 48;
/** Doubts in a row after which the new values are believed. */
const MOST_DOUBTS = 3;
/** Behind a hole of more rows than this nothing is a leap. */
const HOLE_ROWS = 3;
/** Stuck-sensor limit: a value identical to the last digit for longer, and for twice as long as ever before. */
const STILL_S: Readonly<Record<Target, number>> = {
  temperature: 6 * HOUR_S,
  humidity: 6 * HOUR_S,
  pressure: 24 * HOUR_S,
};
const TIMES_LONGEST = 2;
/** Fog stands at 100 % for days. */
const SATURATED_PCT = 95;

/**
 * Removes impossible values from rows: a jump that the next row does not confirm, and a value that stays still as no weather does. A
 * removed value is missing: neither a truth, nor an anchor, nor an input of features. A jump that stays is believed with its second row, so
 * a front costs one row.
 */
export class Guard {
  constructor(
    private readonly stepS: number,
    readonly state: GuardState = perTarget(fresh),
  ) {}

  /** The row without what is doubted; the row itself where nothing is. */
  examine(row: TickRow): TickRow {
    return without(row, (target) => this.#believes(target, VALUE_OF[target](row), row.tS));
  }

  /**
   * The same of a row between two of the grid, from which nothing is learned. It confirms nothing either: it may be made of the very
   * samples that are doubted.
   */
  glance(row: TickRow): TickRow {
    const state = savedState(this);
    for (const target of TARGETS) state[target].doubted = null;
    return new Guard(this.stepS, state).examine(row);
  }

  /** Guard for another scale: the same habits, without values of this one. */
  anew(): Guard {
    const state = savedState(this);
    for (const target of TARGETS)
      Object.assign(state[target], { value: null, tS: null, doubted: null, stillSinceS: null });
    return new Guard(this.stepS, state);
  }

  #believes(target: Target, value: number | null, tS: number): boolean {
    const watch = this.state[target];
    if (value === null) return true;
    if (watch.value === null || watch.tS === null || tS - watch.tS > HOLE_ROWS * this.stepS) {
      this.#accept(watch, value, tS);
      return true;
    }
    if (value === watch.value) return this.#stands(target, watch, tS);
    const bound = this.#leap(target, watch);
    const change = Math.abs(value - watch.value);
    const confirmed = watch.doubted !== null && Math.abs(value - watch.doubted) <= bound / 2;
    if (change > bound && !confirmed && watch.doubts < MOST_DOUBTS) {
      watch.doubted = value;
      watch.doubts += 1;
      return false;
    }
    if (change <= bound) this.#learn(watch, change);
    const stoodS = watch.tS - (watch.stillSinceS ?? watch.tS);
    if (stoodS <= mostStillS(target, watch)) watch.longestStillS = Math.max(watch.longestStillS, stoodS);
    this.#accept(watch, value, tS);
    return true;
  }

  #leap(target: Target, { usual, changes }: WatchState): number {
    const least = LEAP[target] * (this.stepS / LEAP_STEP_S) ** LEAP_GROWTH;
    return changes < FEWEST_CHANGES ? least : Math.max(least, TIMES_USUAL * usual);
  }

  /** A value that has not moved. */
  #stands(target: Target, watch: WatchState, tS: number): boolean {
    watch.tS = tS;
    watch.doubted = null;
    watch.doubts = 0;
    const known = watch.changes >= FEWEST_CHANGES && !(target === 'humidity' && watch.value! >= SATURATED_PCT);
    if (known && tS - (watch.stillSinceS ?? tS) > mostStillS(target, watch)) return false;
    this.#learn(watch, 0);
    return true;
  }

  #accept(watch: WatchState, value: number, tS: number): void {
    watch.value = value;
    watch.tS = tS;
    watch.doubted = null;
    watch.doubts = 0;
    watch.stillSinceS = tS;
  }

  #learn(watch: WatchState, change: number): void {
    if (change > 0) watch.changes += 1;
    watch.usual += ewWeight(watch.changes + 1, 1 / USUAL_MEMORY) * (change - watch.usual);
  }
}

/** Longest standstill that is believed: twice the longest seen before. */
const mostStillS = (target: Target, { longestStillS }: WatchState): number =>
  Math.max(STILL_S[target], TIMES_LONGEST * longestStillS);

/** The row without what is not believed. */
export function without(row: TickRow, believes: (target: Target) => boolean): TickRow {
  const { temperature, humidity, pressure } = perTarget(believes);
  if (temperature && humidity && pressure) return row;
  const { temperatureCPerH, humidityPctPerH, pressureHpaPerH } = row.rates;
  return {
    ...row,
    temperatureC: temperature ? row.temperatureC : null,
    humidityPct: humidity ? row.humidityPct : null,
    stationHpa: pressure ? row.stationHpa : null,
    dewPointC: temperature && humidity ? row.dewPointC : null,
    rates: {
      temperatureCPerH: temperature ? temperatureCPerH : null,
      humidityPctPerH: humidity ? humidityPctPerH : null,
      pressureHpaPerH: pressure ? pressureHpaPerH : null,
    },
  };
}
