import { HOUR_S } from '../../../base/durations.ts';
import { isYes } from '../../../contract/label-value.ts';
import { restored, savedState } from '../../../maths/codec.ts';
import { ExpMean } from '../../../maths/exp-mean.ts';
import { sigmoid } from '../../../maths/online-logistic.ts';
import { gaugeFeatures } from './gauge-features.ts';
import { GaugeLearner, type GaugeLesson } from './gauge-learner.ts';
import type { Word } from './word.ts';

/** Rain is foretold for so long, and looked for so long. */
const SPELL_S = 3 * HOUR_S;
const EVERY_S = HOUR_S;
/** A report tells of the rain since the one before, of so long at most: many gauges report every ten minutes, some every half hour. */
const TELLS_OF_S = 1800;
/**
 * Share of a spell's rows that reports must cover before it teaches, wet or dry. A single report shows a shower, so of spells with gaps
 * only the wet ones would be known, and rain would seem ever more frequent. The same share of the last three hours says whether a gauge is
 * there: one that teaches nothing must not keep other lessons away.
 */
const ENOUGH = 5 / 6;
/** Lessons that a label by hand can still set right: two weeks of them. */
const GAUGE_LESSONS_KEPT = 14 * 24;
const USUAL_LESSONS = 365 * 24;
/** The configured base rate counts as much as a week of measured spells. */
const CONFIGURED_LESSONS = 7 * 24;

/** Forecast whose three hours are not over. */
type Pending = Omit<GaugeLesson, 'value'>;

/** What the gauge reported of one row of the grid: millimetres of the step before it; null where it reported nothing. */
interface Measured {
  tS: number;
  mm: number | null;
}

/**
 * Measured rain as a teacher of the chance of rain. Every full hour what is said is noted; when its three hours are over, the gauge tells what
 * came, and that is scored and learned. A person's word wins over the gauge: rain that somebody saw fell, and measured rain that somebody
 * denies teaches nothing. Where a word comes late, the kept lessons are learned anew, bit for bit as if it had been there in time.
 */
export class RainGauge {
  readonly state = {
    before: new GaugeLearner(),
    kept: [] as GaugeLesson[],
    pending: [] as Pending[],
    measured: [] as Measured[],
    lastRainS: null as number | null,
    /** Share of spells with rain. */
    usual: new ExpMean(USUAL_LESSONS),
  };
  #learner = new GaugeLearner();
  #words: readonly Word[] = [];

  constructor(
    private readonly stepS: number,
    private readonly baseRate: number,
  ) {}

  /** Takes the words of people, all that are kept of them. */
  setWords(words: readonly Word[]): void {
    this.#words = words;
    this.#learner = restored(new GaugeLearner(), savedState(this.state.before));
    for (const lesson of this.state.kept) this.#teach(this.#learner, lesson);
  }

  /** What the gauge measured in the step before a row. Spells that are over teach. A row that was there before, or comes late, is left out. */
  measure(tS: number, mm: number | null): void {
    if (tS <= (this.state.measured.at(-1)?.tS ?? Number.NEGATIVE_INFINITY)) return;
    this.state.measured.push({ tS, mm });
    this.state.measured = this.state.measured.filter((one) => one.tS > tS - SPELL_S - EVERY_S);
    if (mm !== null && mm > 0) this.state.lastRainS = tS;
    const over = this.state.pending.filter((one) => one.tS + SPELL_S <= tS);
    if (over.length === 0) return;
    this.state.pending = this.state.pending.filter((one) => one.tS + SPELL_S > tS);
    for (const one of over) this.#judgeSpell(one);
  }

  /** Notes what is said of the three hours from the newest row, once an hour. */
  say(tS: number, air: Float64Array, priorLogit: number): void {
    if (tS % EVERY_S !== 0 || this.state.measured.at(-1)?.tS !== tS || !this.isThere(tS)) return;
    if (this.state.pending.at(-1)?.tS === tS) return;
    const x = gaugeFeatures(air, priorLogit, this.#sinceRainS(tS));
    const said = sigmoid(this.#learner.logit(Float64Array.from(x), priorLogit));
    this.state.pending.push({ tS, x, offset: priorLogit, said, usual: this.#usualShare });
  }

  /** Logit of rain within three hours; null where no gauge reports. */
  logit(tS: number, air: Float64Array, priorLogit: number): number | null {
    if (!this.isThere(tS)) return null;
    return this.#learner.logit(Float64Array.from(gaugeFeatures(air, priorLogit, this.#sinceRainS(tS))), priorLogit);
  }

  isThere(tS: number): boolean {
    return this.#hasTold(tS - SPELL_S, tS);
  }

  get lessons(): number {
    return this.#learner.state.lessons;
  }

  get skill(): number | null {
    return this.#learner.skill;
  }

  get #usualShare(): number {
    const n = Math.min(this.state.usual.n, USUAL_LESSONS);
    return ((this.state.usual.value ?? 0) * n + CONFIGURED_LESSONS * this.baseRate) / (n + CONFIGURED_LESSONS);
  }

  #sinceRainS(tS: number): number | null {
    return this.state.lastRainS === null ? null : Math.max(0, tS - this.state.lastRainS);
  }

  #within(afterS: number, untilS: number): Measured[] {
    return this.state.measured.filter(({ tS }) => tS > afterS && tS <= untilS);
  }

  /** Whether the gauge has told of enough of the rows. */
  #hasTold(afterS: number, untilS: number): boolean {
    let reportS = Number.POSITIVE_INFINITY;
    let told = 0;
    for (const { tS, mm } of this.#within(afterS, untilS).reverse()) {
      if (mm !== null) reportS = tS;
      if (reportS - tS < TELLS_OF_S) told += 1;
    }
    return told >= (ENOUGH * (untilS - afterS)) / this.stepS;
  }

  #judgeSpell(one: Pending): void {
    const untilS = one.tS + SPELL_S;
    if (!this.#hasTold(one.tS, untilS)) return;
    const isWet = this.#within(one.tS, untilS).some(({ mm }) => mm !== null && mm > 0);
    const lesson = { ...one, value: isWet ? 1 : 0 };
    this.state.usual.add(lesson.value);
    this.state.kept.push(lesson);
    if (this.state.kept.length > GAUGE_LESSONS_KEPT) this.#teach(this.state.before, this.state.kept.shift()!);
    this.#teach(this.#learner, lesson);
  }

  #teach(learner: GaugeLearner, lesson: GaugeLesson): void {
    const words = this.#words.filter(({ tS }) => tS > lesson.tS && tS <= lesson.tS + SPELL_S);
    if (words.some(({ value }) => isYes(value))) learner.learn({ ...lesson, value: 1 });
    else if (lesson.value === 0 || words.length === 0) learner.learn(lesson);
  }
}
