import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Anomaly } from '../../contract/conditions.ts';
import type { Nerd } from '../../contract/models.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import type { ClimateValues } from '../forecast/climate/climatology.ts';
import { ewSteady, ewWeight } from '../forecast/grid.ts';
import type { TickRow } from '../tick.ts';
import { chiSquared999, type Distance, MahalanobisTracker } from './mahalanobis.ts';
import { NOVELTY_LOOK_BACK_S, NOVELTY_SIGNALS, noveltyInputs, SUDDEN_SIGNALS } from './novelty-inputs.ts';
import { RareQuantile } from './rare-quantile.ts';

const MEMORY_DAYS = 14;
const WARM_DAYS = 3;
/** From here on thresholds are tracked and events are told; the three days before, the sudden ones reach for what is common. */
const TELLING_DAYS = 7;
const REACHING_DAYS = 4;
const SMOOTH_S = 1800;
const REARM_S = 6 * HOUR_S;
/** Share of ticks that may lie beyond the thresholds. The two together cost some 20 events a year. */
const SLOW_TAIL = 0.0005;
const SUDDEN_TAIL = 0.0002;
const SLOW_SHRINK = 0.7;
/** Temperature and humidity move against each other within minutes, which is just what a broken sensor does not do. */
const SUDDEN_SHRINK = 0.9;

export interface NoveltyEvent extends Sentence {
  data: Record<string, number>;
}

/**
 * Says when the air behaves as it has not for a fortnight. Two distances: a slow one over eight signals, smoothed for half an hour, and a
 * sudden one over the changes of the last quarter of an hour, because the slow one finds an opened window too late. Fast warming is much
 * rarer than the cooling of a shower, so the two have thresholds of their own.
 */
export class Novelty {
  readonly state;
  #alarm = false;
  #latest: Distance | null = null;

  constructor(private readonly stepS: number) {
    this.state = {
      slow: trackerOf(NOVELTY_SIGNALS, SLOW_SHRINK, stepS),
      sudden: trackerOf(SUDDEN_SIGNALS, SUDDEN_SHRINK, stepS),
      threshold: new RareQuantile(SLOW_LEAST, SLOW_TAIL, stepS),
      warming: new RareQuantile(SUDDEN_LEAST, SUDDEN_TAIL, stepS),
      cooling: new RareQuantile(SUDDEN_LEAST, SUDDEN_TAIL, stepS),
      d2: 0,
      lastAboveS: null as number | null,
      rows: [] as TickRow[],
    };
  }

  /** The smoothed distance, null while too little is known to mean anything. */
  get d2(): number | null {
    return this.warm ? this.state.d2 : null;
  }

  get warm(): boolean {
    return this.#days >= WARM_DAYS;
  }

  /** Scores a tick, then learns it. Returns an event when the threshold is crossed; null otherwise, and for six hours after the last. */
  learn(row: TickRow, usual: ClimateValues): NoveltyEvent | null {
    const inputs = this.#inputs(row, usual);
    if (inputs === null) {
      this.#alarm = false;
      return null;
    }
    const { state } = this;
    const slow = state.slow.measure(inputs.slow);
    const sudden = state.sudden.measure(inputs.sudden);
    const quantile = inputs.sudden[0]! > 0 ? state.warming : state.cooling;
    const { n } = state.slow.state;
    const known = n >= 3 * inputs.slow.length;
    this.#latest = slow;
    if (known) state.d2 += ewWeight(n, ewSteady(this.stepS, SMOOTH_S)) * (slow.d2 - state.d2);

    const slowAlarm = state.d2 > state.threshold.value;
    const suddenAlarm = sudden.d2 > quantile.value;
    const slowWeight = Math.min(1, state.threshold.value / slow.d2);
    const suddenWeight = Math.min(1, quantile.value / sudden.d2);
    const days = this.#days;
    let event: NoveltyEvent | null = null;
    if (days > TELLING_DAYS) {
      this.#alarm = slowAlarm || suddenAlarm;
      if (this.#alarm && this.#rearmed(row.tS))
        event = suddenAlarm ? suddenEvent(inputs.sudden) : slowEvent(slow, inputs.slow, state.d2);
      state.threshold.learn(state.d2, days);
      quantile.learn(sudden.d2, days);
    } else if (days > REACHING_DAYS) quantile.reach(sudden.d2);
    state.slow.learn(inputs.slow, known ? slowWeight : 1);
    state.sudden.learn(inputs.sudden, known ? suddenWeight : 1);
    return event;
  }

  /** Moves to another scale: the rows that changes are taken from. Climatology is relearned elsewhere. */
  relevel(rows: readonly TickRow[]): void {
    const newest = this.state.rows.at(-1);
    if (newest) this.state.rows = rows.filter(({ tS }) => tS <= newest.tS && tS >= newest.tS - NOVELTY_LOOK_BACK_S);
  }

  /** Bundle for `/api/anomaly`. */
  bundle(): Anomaly['novelty'] {
    const latest = this.warm ? this.#latest : null;
    return {
      d2: this.d2,
      d2_instant: latest?.d2 ?? null,
      alarm: this.#alarm,
      warm: this.warm,
      contributions: Object.fromEntries(
        NOVELTY_SIGNALS.map(({ name }, i) => [name, latest?.contributions[i] ?? null] as const),
      ),
    };
  }

  /** `monitoring.novelty` of `/api/nerd`. */
  internals(): Nerd['monitoring']['novelty'] {
    return {
      d2: this.d2,
      threshold: this.state.threshold.value,
      n: this.state.slow.state.n,
      dims: NOVELTY_SIGNALS.length,
      z: this.#latest?.z.map((z) => Number(z.toFixed(4))) ?? [],
    };
  }

  get #days(): number {
    return (this.state.slow.state.n * this.stepS) / DAY_S;
  }

  #inputs(row: TickRow, usual: ClimateValues) {
    this.state.rows = this.state.rows.filter((past) => past.tS >= row.tS - NOVELTY_LOOK_BACK_S && past.tS < row.tS);
    const inputs = noveltyInputs(
      row,
      usual,
      this.stepS,
      (tS) => this.state.rows.find((past) => past.tS === tS) ?? null,
    );
    this.state.rows.push(row);
    return inputs;
  }

  /** Notes an alarm; false within six hours of the one before. */
  #rearmed(tS: number): boolean {
    const { lastAboveS } = this.state;
    this.state.lastAboveS = tS;
    return lastAboveS === null || tS - lastAboveS > REARM_S;
  }
}

const trackerOf = (signals: readonly { floor: number }[], shrink: number, stepS: number) =>
  new MahalanobisTracker({ floor: signals.map(({ floor }) => floor), memory: (MEMORY_DAYS * DAY_S) / stepS, shrink });
const SLOW_LEAST = chiSquared999(NOVELTY_SIGNALS.length);
const SUDDEN_LEAST = chiSquared999(SUDDEN_SIGNALS.length);

function suddenEvent(values: readonly number[]): NoveltyEvent {
  const parts = SUDDEN_SIGNALS.map(({ name, unit }, i) => ({ name, value: values[i]!, unit }));
  const data = Object.fromEntries(SUDDEN_SIGNALS.map(({ name }, i) => [name, values[i]!]));
  return { ...sentence('novelty.sudden', { parts }), data };
}

/** Names the two signals that weigh most. */
function slowEvent(distance: Distance, values: readonly number[], d2: number): NoveltyEvent {
  const order = distance.contributions.map((part, i) => ({ part, i })).sort((a, b) => b.part - a.part);
  const parts = order.slice(0, 2).map(({ i }) => {
    const { name, unit } = NOVELTY_SIGNALS[i]!;
    return { name, value: values[i]!, unit };
  });
  const data = Object.fromEntries(NOVELTY_SIGNALS.map(({ name }, i) => [name, distance.contributions[i]!]));
  return { ...sentence('novelty.unusual', { parts }), data: { d2, ...data } };
}
