import { type AlarmState, isChance, isChange } from '../../contract/alarm-names.ts';
import type { AlarmRule } from '../../contract/alarm-rule.ts';
import type { Target } from '../../contract/names.ts';
import { finite } from '../../maths/check.ts';
import type { Scale } from '../air/scale/scale.ts';
import type { ChanceOf, LatestChance } from './chances.ts';
import { levelOf } from './condition.ts';
import { type AlarmMemory, calm, close, type Moment, moved, type Outcome, step } from './state.ts';
import { Tendency } from './tendency.ts';
import { isCounter, isOfAir, type Values } from './values.ts';

export type WatchedState = ReturnType<Watched['saved']>;

/** Rule of another quantity, or of another question about it, is another alarm under the same id. */
export const askedOf = ({ quantity, when, over_s, limit, by_hour }: AlarmRule): string =>
  [quantity, when, over_s, limit, by_hour].join(' ');

type Passing = Omit<Moment, 'level'>;

/** Change of scale. `from` is null where nobody knows it; `anew`: values of these targets are another sensor's. */
export interface Rescaled {
  from: Pick<Scale, 'altitudeM'> | null;
  to: Pick<Scale, 'altitudeM'>;
  moved: readonly Target[];
  anew: readonly Target[];
}

/** A sender may tell sea level: then the pressure at the station, too, goes by the altitude. */
const PRESSURES: ReadonlySet<string> = new Set(['seaLevelHpa', 'stationHpa', 'pressureRateHpaPerH']);

/** Whether a change moves pressures, or everything else that follows from the air. */
export const isMovedBy = ({ from, to, moved }: Rescaled, ofPressure: boolean): boolean =>
  from === null ||
  moved.some((target) => (target === 'pressure') === ofPressure) ||
  (ofPressure && from.altitudeM !== to.altitudeM);

/** Rule that is switched on: its value, and the state that follows from it. */
export class Watched {
  memory: AlarmMemory;
  /** Newest value, in the quantity's unit; of a change how much it has changed. */
  value: number | null = null;
  said: LatestChance | null = null;
  readonly #tendency: Tendency | null;
  #byS: number | null = null;
  #startS: number;
  #isMeasured = false;
  /** Its values step with the next reading. */
  #isRescaled = false;
  /** They may have stepped in this turn, or not yet. */
  #isUnsettled = false;

  constructor(
    readonly rule: AlarmRule,
    nowS: number,
    saved: WatchedState | null = null,
  ) {
    this.memory = saved === null ? calm(nowS) : checked(saved.memory);
    this.#byS = saved?.byS ?? null;
    this.#startS = nowS;
    const awayS = nowS - (saved?.savedS ?? nowS);
    const saidAgeS = saved?.said ? finite(saved.said.ageS, 'age of a chance') : 0;
    if (saved?.said && awayS >= 0) this.said = { ...saved.said, ageS: saidAgeS + awayS };
    const overS = rule.over_s ?? 0;
    const counts = isCounter(rule.quantity);
    const looks = saved?.tendency;
    this.#tendency = !isChange(rule)
      ? null
      : looks && awayS >= 0
        ? Tendency.fromJSON(looks, overS, counts, awayS)
        : new Tendency(overS, counts);
  }

  saved(nowS: number) {
    return {
      memory: this.memory,
      /** End of the period that its chance spoke of. */
      byS: this.#byS,
      /** When this was written down. */
      savedS: nowS,
      /** Quantity that was watched: what is known of another quantity is of no use. */
      asked: askedOf(this.rule),
      ...(this.said && { said: this.said }),
      // A restart before the first reading on the new scale must not bring back looks of the old one.
      ...(this.#tendency && !this.#isRescaled && !this.#isUnsettled && { tendency: this.#tendency.toJSON() }),
      // While it fires or a notice is held: whoever was told of it is told of its end, even when its rule is deleted.
      ...((this.memory.fingerprint !== null || this.memory.held.length > 0) && { rule: this.rule }),
    };
  }

  /** `latest`: a chance that has just been asked for. */
  turn(values: Values, passing: Passing, latest: ChanceOf['latest']): Outcome {
    if (latest) this.said = { ...latest, ageS: 0 };
    this.#isUnsettled = this.#isRescaled;
    this.value = this.#look(values, passing.passedS);
    const outcome = this.#step(passing);
    this.memory = outcome.memory;
    return outcome;
  }

  /** State of the alarm. Without data a calm one is unknown, and a firing one goes on. An event that has come already is neither calm nor a warning. */
  get state(): AlarmState {
    const { phase, acknowledged } = this.memory;
    const isKnown = isChance(this.rule) ? this.#chance() !== null : this.value !== null;
    if (!isKnown && (phase === 'ok' || phase === 'pending')) return 'unknown';
    if (phase === 'ok' && this.said?.isPassed) return 'passed';
    return phase === 'firing' && acknowledged ? 'acknowledged' : phase;
  }

  /** Measured, but not yet for as long as a change or a chance needs. */
  get isYoung(): boolean {
    return this.#isMeasured && (isChance(this.rule) ? (this.said?.chance ?? null) : this.value) === null;
  }

  timeMoved(byS: number, fromS: number, untilS: number): void {
    this.memory = moved(this.memory, byS, fromS, untilS);
    this.said = null;
    this.#byS = null;
    if (fromS > this.#startS) return;
    this.#tendency?.forgetCarried();
    this.#startS += byS;
  }

  /** A correction is no weather: changes are counted anew from the next reading. */
  rescaled(change: Rescaled): void {
    const { quantity } = this.rule;
    this.#isRescaled ||= isOfAir(quantity) && isMovedBy(change, PRESSURES.has(quantity));
  }

  #step(passing: Passing): Outcome {
    if (!isChance(this.rule)) {
      const level = this.value === null ? null : levelOf(this.rule, this.value);
      return step(this.rule, this.memory, { ...passing, level });
    }
    const chance = this.#chance();
    if (chance === null) return step(this.rule, this.memory, { ...passing, level: null });
    const { byS, isPassed } = this.said!;
    const isOver = this.#byS !== null && byS > this.#byS;
    this.#byS = byS;
    // Each night stands alone: an alarm of the last one ends with it.
    if (isOver && this.memory.phase !== 'ok') return close(this.rule, this.memory, { ...passing, level: null });
    return step(this.rule, this.memory, { ...passing, level: isPassed ? 'between' : levelOf(this.rule, chance) });
  }

  #chance(): number | null {
    return this.said && this.said.ageS <= this.rule.only.fresh_s ? this.said.chance : null;
  }

  /** Value of a rule. A chance may be of a sensor outdoors while the board measures the room: then its sensor's value counts. */
  #valueOf(measured: number | null): number | null {
    if (!isChance(this.rule) || !this.said) return measured;
    return this.said.ageS <= this.rule.only.fresh_s ? this.said.value : null;
  }

  #look(values: Values, passedS: number): number | null {
    const { quantity, only, when } = this.rule;
    if (this.said) this.said.ageS += passedS;
    const value = this.#valueOf(values.fresh(quantity, only.fresh_s));
    this.#isMeasured = value !== null;
    if (!this.#tendency) return value;
    if (this.#isRescaled && values.isNew) {
      this.#tendency.forget();
      this.#isRescaled = false;
    }
    this.#tendency.pass(passedS);
    if (isCounter(quantity)) {
      this.#tendency.look(values.increment(quantity));
      return value === null ? null : this.#tendency.rise(null);
    }
    if (value !== null) this.#tendency.look(value);
    const rise = this.#tendency.rise(value);
    return rise === null ? null : when === 'falls' ? -rise : rise;
  }
}

const PHASES: readonly AlarmMemory['phase'][] = ['ok', 'pending', 'firing', 'resolving'];

/** Throws for a saved memory that the state machine cannot go on from. */
export function checked(memory: AlarmMemory): AlarmMemory {
  for (const number of [memory.sinceS, memory.heldS, memory.toldAgoS, memory.snoozeS])
    finite(number, 'state of an alarm');
  if (!PHASES.includes(memory.phase)) throw new Error(`saved phase of an alarm is ${memory.phase}`);
  if (!Array.isArray(memory.held)) throw new Error(`saved notices of an alarm are ${memory.held}, not a list`);
  for (const notice of memory.held) finite(notice?.startedS, 'start of a held notice');
  return memory;
}
