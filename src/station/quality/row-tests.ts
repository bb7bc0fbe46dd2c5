import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { ColumnName, NarrowName, NarrowValues } from '../../quantities/names.ts';
import { type BoardSignal, FLAG, type Flags, HEARD_BY_NAME, type HeardRow, SIGNALS, type SignalName } from './flags.ts';
import { heardLimitsOf, isImpossible, limitsOf, type QualityLimits, type SignalLimits } from './limits.ts';
import { isDeadProbe, isOutside, spikeHeight, stepLimit } from './tests.ts';

/** Steps are looked for within a minute, and between two samples where those lie further apart. */
const STEP_WINDOW_S = 60;
/** Across a longer silence nothing is a step, a spike or stuck. */
const LONGEST_GAP_S = 2 * HOUR_S;
/** Two thermometers on one board, and dew point over temperature: differences beyond contradict each other. */
const CHIPS_APART_C = 5;
const OVERSATURATED_PCT = 103;
/** A sensor is known once it has changed so often; one that has rested for three times its longest rest is stuck. */
const KNOWN_CHANGES = 200;
const FEWEST_SAME = 10;
const RESTS = 3;
const REST_HALVES_S = 14 * DAY_S;

/** How long a sensor's digits rest when it works, so that coarse ones are not taken for stuck. */
export interface Rest {
  changes: number;
  longestS: number;
  atS: number;
}
export type Rests = Partial<Record<SignalName, Rest>>;

/** Memory of the tests of one signal: its last values. */
interface Recent {
  window: Point[];
  last: Point | null;
  beforeLast: Point | null;
  sameSinceS: number;
  same: number;
}
interface Point {
  tS: number;
  value: number;
}

export interface RowTestsState {
  rests: Rests;
  recent: Partial<Record<SignalName, Recent>>;
}

/** The columns of a sample that the tests read. */
export type TestedRow = { ts: number; narrow?: NarrowValues | undefined } & Readonly<
  Partial<Record<ColumnName, number | null>>
>;

/** Flags of a sample, and those that it adds to earlier ones: a spike is known when its value has come back. */
export interface Tested {
  flags: Flags;
  earlier: readonly { ts: number; flags: Flags }[];
}

const nothing = (): Recent => ({ window: [], last: null, beforeLast: null, sameSinceS: 0, same: 0 });

/** Tests of one signal, sample by sample. */
class SignalTests {
  constructor(
    private readonly limits: SignalLimits,
    private readonly rest: Rest,
    private readonly learns: boolean,
    public recent: Recent = nothing(),
  ) {}

  /** Bits of this value, and when the last one before it was a spike: not always in the row before. */
  learn(value: number, tS: number): { bits: number; spikeS: number | null } {
    const { last } = this.recent;
    if (this.#isOutside(value, tS)) return { bits: FLAG.range, spikeS: null };
    if (last && (tS <= last.tS || tS - last.tS > LONGEST_GAP_S)) this.recent = nothing();
    const spiked = this.#spiked(value, tS);
    const recent = this.recent;
    const spikeS = spiked ? recent.last!.tS : null;
    if (spiked) recent.window = recent.window.filter(({ tS: at }) => at !== recent.last!.tS);
    const bits = this.#stepped(value, tS, spiked) | this.#stuck(value, tS);
    if (!spiked) recent.beforeLast = recent.last;
    recent.last = { tS, value };
    recent.window.push(recent.last);
    return { bits, spikeS };
  }

  /** Beyond the range, and not led up to: a sauna is hot step by step, a spike of 85 °C comes out of nowhere. */
  #isOutside(value: number, tS: number): boolean {
    const { range, farthest, hasProbe } = this.limits;
    const { last } = this.recent;
    if (hasProbe && isDeadProbe(value, last && tS - last.tS <= LONGEST_GAP_S ? last.value : null)) return true;
    if (!isOutside(value, range)) return false;
    if (isOutside(value, farthest) || !last || tS <= last.tS || tS - last.tS > LONGEST_GAP_S) return true;
    return Math.abs(value - last.value) > this.#limit(tS - last.tS);
  }

  #limit(overS: number): number {
    const { stepPerMin, stepMost } = this.limits;
    return stepPerMin === null ? Number.POSITIVE_INFINITY : stepLimit(stepPerMin, stepMost, overS);
  }

  /** Whether the value before left its neighbours and came back. */
  #spiked(value: number, tS: number): boolean {
    const { beforeLast: before, last } = this.recent;
    if (!before || !last) return false;
    const height = spikeHeight(before.value, last.value, value);
    return height > this.#limit(Math.max(last.tS - before.tS, tS - last.tS));
  }

  #stepped(value: number, tS: number, spiked: boolean): number {
    const recent = this.recent;
    recent.window = recent.window.filter(({ tS: at }) => at >= tS - STEP_WINDOW_S);
    const from = recent.window[0] ?? (spiked ? recent.beforeLast : recent.last);
    if (!from) return 0;
    return Math.abs(value - from.value) > this.#limit(tS - from.tS) ? FLAG.step : 0;
  }

  /** Identical raw digits for longer than this sensor ever rests. */
  #stuck(value: number, tS: number): number {
    const { stuckAfterS, restsFrom, restsUpTo } = this.limits;
    const recent = this.recent;
    const { last } = recent;
    if (!last || value !== last.value) {
      if (last) this.#rested(last.tS - recent.sameSinceS, tS);
      recent.sameSinceS = tS;
      recent.same = 0;
      return 0;
    }
    recent.same += 1;
    if (stuckAfterS === null || value >= restsFrom || (restsUpTo !== undefined && value <= restsUpTo)) return 0;
    const known = this.rest.changes >= KNOWN_CHANGES && recent.same >= FEWEST_SAME;
    return known && tS - recent.sameSinceS >= this.#stuckAfterS(stuckAfterS, tS) ? FLAG.stuck : 0;
  }

  #stuckAfterS(leastS: number, tS: number): number {
    return Math.max(leastS, RESTS * this.#longestS(tS));
  }

  #longestS(tS: number): number {
    const ageS = this.learns ? Math.max(0, tS - this.rest.atS) : 0;
    return this.rest.longestS * 0.5 ** (ageS / REST_HALVES_S);
  }

  /** A rest that was stuck teaches nothing. */
  #rested(forS: number, tS: number): void {
    if (!this.learns) return;
    const { stuckAfterS } = this.limits;
    const { rest } = this;
    rest.changes = Math.min(KNOWN_CHANGES, rest.changes + 1);
    const wasStuck =
      rest.changes >= KNOWN_CHANGES && stuckAfterS !== null && forS >= this.#stuckAfterS(stuckAfterS, tS);
    if (wasStuck || forS < this.#longestS(tS)) return;
    rest.longestS = forS;
    rest.atS = tS;
  }
}

/**
 * Quality tests of stored rows, in the order of time: range, step, spike and stuck on raw digits for each signal, and whether values of one
 * row contradict each other. The live station and a recompute of the past run the same ones. `learns` is off for a recompute: it takes what
 * the station knows of its sensors' rests, so that doing it twice changes nothing. A heard signal has its tests once it has a value.
 */
export class RowTests {
  readonly #rests: Rests;
  readonly #of: Map<SignalName, SignalTests>;
  readonly #limits: ReadonlyMap<string, SignalLimits>;

  constructor(
    limits: QualityLimits,
    private readonly saved: RowTestsState = { rests: {}, recent: {} },
    private readonly learns = true,
  ) {
    this.#limits = new Map([...Object.entries(limitsOf(limits)), ...heardLimitsOf(limits)]);
    this.#rests = structuredClone(saved.rests);
    this.#of = new Map();
    for (const { name } of SIGNALS) this.#testsOf(name);
    for (const name of Object.keys(saved.recent)) if (this.#limits.has(name)) this.#testsOf(name as SignalName);
  }

  toJSON(): RowTestsState {
    const recent = Object.fromEntries([...this.#of].map(([name, tests]) => [name, tests.recent]));
    return structuredClone({ rests: this.#rests, recent });
  }

  #testsOf(name: SignalName): SignalTests {
    const known = this.#of.get(name);
    if (known) return known;
    this.#rests[name] = { changes: 0, longestS: 0, atS: 0, ...this.#rests[name] };
    const recent = structuredClone(this.saved.recent[name]);
    const tests = new SignalTests(this.#limits.get(name)!, this.#rests[name], this.learns, recent);
    this.#of.set(name, tests);
    return tests;
  }

  learn(row: TestedRow): Tested {
    const now: Partial<Record<SignalName, number>> = {};
    const spikes = new Map<number, Partial<Record<SignalName, number>>>();
    const test = (name: SignalName, value: number, others: number): void => {
      const { bits, spikeS } = this.#testsOf(name).learn(value, row.ts);
      if ((bits | others) !== 0) now[name] = bits | others;
      if (spikeS !== null) spikes.set(spikeS, { ...spikes.get(spikeS), [name]: FLAG.spike });
    };
    for (const { name, raw } of SIGNALS) {
      const value = row[raw] ?? null;
      if (value !== null) test(name, value, contradiction(name, row));
    }
    const { narrow } = row;
    for (const [signal, isOut] of heardIn(narrow)) {
      const value = narrow?.[signal.lead];
      if (value !== undefined) test(signal.name, value, isOut ? FLAG.range : 0);
      else if (isOut) now[signal.name] = FLAG.range;
    }
    return { flags: now, earlier: [...spikes].map(([ts, flags]) => ({ ts, flags })) };
  }
}

/** Heard signals that have a value here, and whether one of their values cannot be. */
function heardIn(narrow: NarrowValues | undefined): Map<HeardRow, boolean> {
  const found = new Map<HeardRow, boolean>();
  for (const [name, value] of Object.entries(narrow ?? {})) {
    const row = HEARD_BY_NAME.get(name);
    if (row) found.set(row, (found.get(row) ?? false) || isImpossible(name as NarrowName, value as number));
  }
  return found;
}

/** Internal consistency: two thermometers of one board far apart, or air that holds more than it can (dew point above temperature). */
function contradiction(name: BoardSignal, row: TestedRow): number {
  const [one, other] = [row.temp_hum_chip ?? null, row.temp_press_chip ?? null];
  const apart = name === 'temperature' && one !== null && other !== null && Math.abs(one - other) > CHIPS_APART_C;
  const wet = name === 'humidity' && (row.hum_raw ?? 0) > OVERSATURATED_PCT;
  return apart || wet ? FLAG.internal : 0;
}
