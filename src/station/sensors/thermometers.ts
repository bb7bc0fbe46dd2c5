import type { Sample } from './sample.ts';

/** The two chips that measure temperature, by what else they are there for. */
export type ThermometerName = 'humidityChip' | 'pressureChip';

export interface ThermometerNotice {
  thermometer: ThermometerName;
  /** Now, or no longer. */
  latched: boolean;
}

const PRIOR_VARIANCE_C2 = 0.02 ** 2;
const FLOOR_VARIANCE_C2 = 0.002 ** 2; // a count of either chip: less noise than that is quantisation, not quality
const NOISE_MEMORY = 300;
const DIFFERENCE_MEMORY = 900;
const LONGEST_STEP_S = 120; // a difference across a longer gap is weather
const LATCHED_AFTER_S = 600;
const OTHER_MOVED_C = 0.25;
const LATCHED_IN_ANY_CASE_AFTER_S = 7200;
const REPEATING = 3;
const LATCHED_READINGS = 20; // however far a clock jumps, two readings are no evidence

const fresh = () => ({
  /** Running variance of one reading, C^2. */
  varianceC2: PRIOR_VARIANCE_C2,
  /** Time of the last reading: noise is estimated from successive ones. */
  lastS: null as number | null,
  /** The last reading; since when and for how many readings it has not changed by a count; what the other one read then. */
  lastC: null as number | null,
  sameSinceS: 0,
  sameReadings: 0,
  otherThenC: null as number | null,
  latched: false,
});

/**
 * One temperature from two thermometers. Each is weighed by the inverse of its running noise variance, half the mean square of
 * successive differences (von Neumann 1941; blind to slow weather), after the standing difference between the two was taken
 * out: so the result does not jump when one of them drops out. It stands on the humidity chip's scale, whose element the
 * humidity belongs to.
 *
 * A reading that repeats to the last bit for ten minutes while the other moves is latched, and left out until it moves again. One that stands
 * alone never is: nothing would be left, and a console tells the same tenth of a degree through a night of fog.
 */
export class ThermometerFusion {
  readonly state = {
    humidityChip: fresh(),
    pressureChip: fresh(),
    /** Standing difference between humidity chip and pressure chip, C, and the number of readings behind it. */
    differenceC: 0,
    differenceReadings: 0,
  };
  readonly #noticed: ThermometerNotice[] = [];
  #now: Record<ThermometerName, number | null> = { humidityChip: null, pressureChip: null };

  /** Takes one turn's readings; returns what just began or ceased to be latched. */
  learn(sample: Pick<Sample, 'humidityChipC' | 'pressureChipC'>, tS: number): ThermometerNotice[] {
    const { humidityChipC, pressureChipC } = sample;
    this.#watch('humidityChip', humidityChipC, pressureChipC, tS);
    this.#watch('pressureChip', pressureChipC, humidityChipC, tS);
    this.#now = { humidityChip: humidityChipC, pressureChip: pressureChipC };
    if (humidityChipC !== null && pressureChipC !== null) this.#learnDifference(humidityChipC - pressureChipC);
    return this.#noticed.splice(0);
  }

  /** Temperature of the humidity chip's element, from both chips; null without a trusted reading. */
  predict(): number | null {
    const { humidityChip, pressureChip, differenceC } = this.state;
    const own = humidityChip.latched ? null : this.#now.humidityChip;
    const other = pressureChip.latched ? null : this.#now.pressureChip;
    return weighed(
      [own, humidityChip.varianceC2],
      [other === null ? null : other + differenceC, pressureChip.varianceC2],
    );
  }

  #watch(name: ThermometerName, c: number | null, otherC: number | null, tS: number): void {
    if (c === null) return;
    const own = this.state[name];
    const passedS = tS - (own.lastS ?? Number.NEGATIVE_INFINITY);
    own.lastS = tS;
    if (c !== own.lastC) {
      if (own.lastC !== null && passedS <= LONGEST_STEP_S) learnNoise(own, c - own.lastC);
      Object.assign(own, { lastC: c, sameSinceS: tS, sameReadings: 1, otherThenC: otherC });
      this.#latch(name, false);
      return;
    }
    own.sameReadings++;
    own.otherThenC ??= otherC;
    const sameS = tS - own.sameSinceS;
    if (otherC === null) return;
    const otherMoved = own.otherThenC !== null && Math.abs(otherC - own.otherThenC) > OTHER_MOVED_C;
    const stuck = (sameS >= LATCHED_AFTER_S && otherMoved) || sameS >= LATCHED_IN_ANY_CASE_AFTER_S;
    if (stuck && own.sameReadings >= LATCHED_READINGS) this.#latch(name, true);
  }

  /** Not from a reading that merely repeats itself: it may be about to turn out latched. */
  #learnDifference(apartC: number): void {
    const { state } = this;
    if (Math.max(state.humidityChip.sameReadings, state.pressureChip.sameReadings) > REPEATING) return;
    state.differenceReadings = Math.min(DIFFERENCE_MEMORY, state.differenceReadings + 1);
    state.differenceC += (apartC - state.differenceC) / state.differenceReadings;
  }

  #latch(name: ThermometerName, latched: boolean): void {
    if (this.state[name].latched === latched) return;
    this.state[name].latched = latched;
    this.#noticed.push({ thermometer: name, latched });
  }
}

function learnNoise(own: ReturnType<typeof fresh>, changeC: number): void {
  own.varianceC2 += (Math.max(FLOOR_VARIANCE_C2, changeC ** 2 / 2) - own.varianceC2) / NOISE_MEMORY;
}

function weighed(...readings: ReadonlyArray<readonly [c: number | null, varianceC2: number]>): number | null {
  let sum = 0;
  let weights = 0;
  for (const [c, varianceC2] of readings) {
    if (c === null) continue;
    sum += c / varianceC2;
    weights += 1 / varianceC2;
  }
  return weights > 0 ? sum / weights : null;
}
