import { HOUR_S } from '../../../base/durations.ts';
import type { LabelResult, Precipitation } from '../../../contract/conditions.ts';
import type { RainModel as Wire } from '../../../contract/models.ts';
import { finiteOrNull } from '../../../maths/check.ts';
import { restored, type Saved, savedState } from '../../../maths/codec.ts';
import { sigmoid } from '../../../maths/online-logistic.ts';
import type { Place } from '../../air/physics/sun.ts';
import { TICK_S, type TickRow } from '../../tick.ts';
import { rainBundle } from './bundle.ts';
import { RainClimate } from './climate.ts';
import { isPlainlyDry, RAIN_FEATURES, RAIN_LOOK_BACK_S } from './features.ts';
import { RainGauge } from './gauge.ts';
import type { Lesson, RainProbabilities } from './learner.ts';
import { Lessons } from './lessons.ts';
import { type RainMoment, RainPast } from './past.ts';
import { priorScore, type RainPrior, SHIPPED_PRIOR } from './prior.ts';
import { WORD_COUNTS_S, type Word, worthOf } from './word.ts';

/** A label speaks of "rain within 3 hours" as seen from here before it, and again from shortly before it. */
export const EARLY_S = 5400;
export const LATE_S = 600;
/** Rows a label needs before its time. */
export const LABEL_LOOK_BACK_S = EARLY_S + RAIN_LOOK_BACK_S + TICK_S;
/** Number of labels after which weak ones from the sky are no longer used. */
export const WEAK_UNTIL_STRONG = 30;
/** Rows of the grid that may be missing before what was derived from the last one stops being now. */
const FRESH_STEPS = 3;

export interface RainSettings {
  /** Share of 3 h spells with rain, as configured. */
  baseRate: number;
  indoors: boolean;
  southern: boolean;
  place: Place;
  /** Step of the grid the rows come on. */
  stepS: number;
}

export interface RainState extends Saved<Lessons>, Saved<RainPast> {
  climate: Saved<RainClimate>;
  lastWeakS: number | null;
  /** Null of a station that had none when it was saved. */
  gauge: Saved<RainGauge> | null;
}

/** Climate of the model's inputs, and what measured rain taught. */
export type RainUsual = Pick<RainState, 'climate' | 'meanHpa' | 'spreadHpa2'> & { gauge: Saved<RainGauge> };

export interface RainLabel extends Word {
  id: number;
}

/**
 * "Some rain within the next three hours": what the weather of other places taught, and what the people who live here add to it with
 * their labels. Where a gauge measures, it teaches instead, and people only set it right.
 */
export class RainModel {
  readonly #lessons = new Lessons();
  readonly #climate: RainClimate;
  readonly #past: RainPast;
  #gauge: RainGauge;
  #lastWeakS: number | null = null;
  #now: RainMoment | null = null;

  constructor(
    readonly settings: RainSettings,
    private readonly prior: RainPrior = SHIPPED_PRIOR,
  ) {
    this.#climate = new RainClimate(settings.baseRate, settings.indoors, settings.stepS, prior);
    this.#past = new RainPast(settings.stepS, settings.place);
    this.#gauge = new RainGauge(settings.stepS, settings.baseRate);
  }

  static fromJSON(saved: RainState, settings: RainSettings): RainModel {
    const model = new RainModel(settings);
    model.#lessons.restore(saved);
    restored(model.#climate, saved.climate);
    restored(model.#past, saved);
    if (saved.gauge) model.#gauge = model.#gaugeOf(saved.gauge);
    model.#lastWeakS = finiteOrNull(saved.lastWeakS, 'last weak label');
    model.#lookAgain();
    return model;
  }

  toJSON(): RainState {
    const { rows, ...usual } = savedState(this.#past);
    return {
      ...savedState(this.#lessons),
      climate: savedState(this.#climate),
      ...usual,
      lastWeakS: this.#lastWeakS,
      gauge: savedState(this.#gauge),
      rows,
    };
  }

  usual(): RainUsual {
    const { rows: _, ...pressure } = savedState(this.#past);
    return { climate: savedState(this.#climate), gauge: savedState(this.#gauge), ...pressure };
  }

  observe(row: TickRow): void {
    if (!this.#past.observe(row)) return;
    this.#gauge.measure(row.tS, row.rainMm ?? null);
    this.#lookAgain();
    if (this.#now === null) return;
    this.#learnUsual(row.tS, this.#now);
    if (!this.#gauge.isThere(row.tS)) this.#learnWeakly(row, this.#now);
  }

  /** Takes people's words of the past, which win over what was measured. Their own lessons are learned by `learn`. */
  setWords(words: readonly Word[]): void {
    this.#gauge.setWords(words);
  }

  /** Words of people that can still be set right. */
  get words(): readonly Word[] {
    return this.#lessons.words;
  }

  /** Now; null before the first row with a humidity. */
  get probabilities(): RainProbabilities | null {
    const now = this.#now;
    const { learner } = this.#lessons;
    if (now === null) return null;
    const wordLogit = this.#wordLogit;
    const p = learner.probabilities(now.features, this.#score(now), this.#climate.intercept, wordLogit);
    const logit = this.#gauge.logit(this.#past.newest!.tS, now.features, this.#priorLogit(now));
    return logit === null ? p : { ...p, model: sigmoid(logit), trust: 1, rain: sigmoid(logit + wordLogit) };
  }

  /**
   * A person's word on whether it rains, learned with the features of that time. `rows` ascend and reach from
   * `LABEL_LOOK_BACK_S` before the label to it. Not learned where no record of that time exists.
   */
  learn(label: RainLabel, rows: readonly TickRow[]): Pick<LabelResult, 'learned' | 'loss' | 'strong_labels'> {
    const early = this.#past.at(label.tS - EARLY_S, rows);
    // A record that begins just before the label, after a start or an outage, is better than none.
    const first = early === null ? this.#past.at(label.tS, rows) : null;
    const late = this.#past.at(label.tS - LATE_S, rows) ?? first;
    const { learner } = this.#lessons;
    if (early === null && late === null) return { learned: false, strong_labels: learner.state.strong };
    const loss = this.#lessons.learn({ ...this.#lesson(label.id, label.value, early, late), tS: label.tS });
    this.setWords(this.words);
    return { learned: true, loss, strong_labels: learner.state.strong };
  }

  /** Takes a label back as if it had never come, bit for bit. False when it is too long ago for that, or was never learned. */
  undo(id: number): boolean {
    return this.#rewrite(id, () => []);
  }

  /** Corrects a label as if it had been so from the start, bit for bit; false as for `undo`. */
  correct(id: number, value: number): boolean {
    return this.#rewrite(id, (lesson) => [{ ...lesson, value }]);
  }

  #rewrite(id: number, anew: (lesson: Lesson) => Lesson[]): boolean {
    const done = this.#lessons.rewrite(id, anew);
    if (done) this.setWords(this.words);
    return done;
  }

  /** Whether `undo` and `correct` can reach this label. */
  remembers(id: number): boolean {
    return this.#lessons.remembers(id);
  }

  /** Moves to another scale: the feature rows, as they are on it. */
  relevel(rows: readonly TickRow[]): void {
    this.#past.relevel(rows);
    this.#lookAgain();
  }

  /** Whether the newest row is of this hour: after a week off it says nothing about now until the next one comes. */
  isFresh(nowS: number): boolean {
    const { newest } = this.#past;
    return newest !== undefined && Math.abs(nowS - newest.tS) <= FRESH_STEPS * this.settings.stepS;
  }

  /**
   * Adopts climate, and what measured rain taught, relearned from the past, and replays the rows since. Labels keep the features they were
   * given with. Rain of rows that have just come is known here before the store has rolled it up.
   */
  adopt({ climate, gauge, ...usual }: RainUsual, since: readonly TickRow[]): void {
    restored(this.#climate, climate);
    const rainOf = new Map(this.#gauge.state.measured.map(({ tS, mm }) => [tS, mm]));
    this.#gauge = this.#gaugeOf(gauge);
    for (const { row, moment } of this.#past.adopt(usual, since)) {
      this.#gauge.measure(row.tS, row.rainMm ?? rainOf.get(row.tS) ?? null);
      if (moment) this.#learnUsual(row.tS, moment);
    }
    this.#lookAgain();
  }

  /** Bundle of `/api/precipitation` and the stream at this time; null until something was measured or learned. */
  bundle(nowS = this.#past.newest?.tS ?? 0): Precipitation | null {
    const { indoors, southern } = this.settings;
    const isFresh = this.isFresh(nowS);
    const p = isFresh ? this.probabilities : null;
    const { learner } = this.#lessons;
    return rainBundle({ rows: this.#past.state.rows, isFresh, p, learner, gauge: this.#gauge, indoors, southern });
  }

  /** `precipitation` of `/api/models` and `/api/nerd`. */
  internals(): Wire {
    const { state } = this.#lessons.learner;
    const { weights } = state.logistic;
    return {
      coefficients: RAIN_FEATURES.map((feature, i) => ({
        feature,
        weight: weights[i]! + (i === 0 ? this.#climate.intercept : 0),
      })),
      strong_labels: state.strong,
      weak_labels: state.weak,
      logloss_ewma: state.loss.value,
    };
  }

  get #wordLogit(): number {
    const nowS = this.#past.newest?.tS ?? 0;
    const word = this.#lessons.wordSince(nowS - WORD_COUNTS_S);
    return word ? worthOf(word, nowS) : 0;
  }

  #score(moment: RainMoment): number {
    return this.#climate.steepness * priorScore(this.prior, moment.inputs);
  }

  #priorLogit(moment: RainMoment): number {
    return this.#climate.intercept + this.#score(moment);
  }

  /** Learns how common such a moment is here, and notes what is said of it for the gauge to judge. */
  #learnUsual(tS: number, moment: RainMoment): void {
    this.#climate.learn(priorScore(this.prior, moment.inputs));
    this.#gauge.say(tS, moment.features, this.#priorLogit(moment));
  }

  #gaugeOf(saved: Saved<RainGauge>): RainGauge {
    const { stepS, baseRate } = this.settings;
    const gauge = restored(new RainGauge(stepS, baseRate), saved);
    gauge.setWords(this.words);
    return gauge;
  }

  #lookAgain(): void {
    const { newest } = this.#past;
    this.#now = newest ? this.#past.at(newest.tS) : null;
  }

  #learnWeakly(row: TickRow, now: RainMoment): void {
    if (this.settings.indoors || this.#lessons.learner.state.strong >= WEAK_UNTIL_STRONG) return;
    if (this.#lastWeakS !== null && Math.abs(row.tS - this.#lastWeakS) < HOUR_S) return;
    if (!isPlainlyDry(row.humidityPct, now.features)) return;
    this.#lastWeakS = row.tS;
    this.#lessons.learnBefore(this.#lesson(null, 0, null, now));
  }

  #lesson(id: number | null, value: number, early: RainMoment | null, late: RainMoment | null): Lesson {
    const { intercept, baseRate } = this.#climate;
    return {
      id,
      value,
      early: early && [...early.features],
      late: late && [...late.features],
      prior: { early: early && this.#score(early), late: late && this.#score(late) },
      intercept,
      baseRate,
    };
  }
}
