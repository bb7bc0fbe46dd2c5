import type { LabelResult, Precipitation } from '../../../contract/conditions.ts';
import type { RainModel as Wire } from '../../../contract/models.ts';
import { DAY_S, HOUR_S } from '../../../durations.ts';
import { finiteOrNull } from '../../learned/check.ts';
import { ExpMean, type ExpMeanState } from '../../learned/exp-mean.ts';
import { TICK_S, type TickRow } from '../../tick.ts';
import { RainClimate, type RainClimateState } from './climate.ts';
import { isPlainlyDry, RAIN_FEATURES, RAIN_LOOK_BACK_S, rainFeatures } from './features.ts';
import { checkedLesson, type Lesson, RainLearner, type RainLearnerState, type RainProbabilities } from './learner.ts';
import { zambretti } from './zambretti.ts';

/** A label speaks of "rain within 3 hours" as seen from here before it, and again from shortly before it. */
const EARLY_S = 5400;
const LATE_S = 600;
/** Rows a label needs before its time. */
export const LABEL_LOOK_BACK_S = EARLY_S + RAIN_LOOK_BACK_S + TICK_S;
const MEAN_PRESSURE_S = 30 * DAY_S;
const WEAK_UNTIL_STRONG = 30;
/** Rows of the grid that may be missing before what was derived from the last one stops being now. */
const FRESH_STEPS = 3;
/** Labels that can still be taken back exactly. */
const JOURNAL = 24;

export interface RainSettings {
  /** Share of 3 h spells with rain, as configured. */
  baseRate: number;
  indoors: boolean;
  southern: boolean;
  /** Step of the grid the rows come on. */
  stepS: number;
}

export interface RainState {
  learner: RainLearnerState;
  before: RainLearnerState;
  journal: Lesson[];
  climate: RainClimateState;
  meanHpa: ExpMeanState;
  lastWeakS: number | null;
  rows: TickRow[];
}

/** What is usual here, of all that the model knows. */
export type RainUsual = Pick<RainState, 'climate' | 'meanHpa'>;

export interface RainLabel {
  id: number;
  /** 0 dry .. 1 rain. */
  value: number;
  tS: number;
}

/**
 * "Some rain within the next three hours": a logistic model that starts as a fixed prior and earns trust with the labels of the
 * people who live here. Forecasting.md section 12.
 */
export class RainModel {
  #learner = new RainLearner();
  /** The learner as it was before the first lesson of the journal. */
  #before = new RainLearner();
  #journal: Lesson[] = [];
  #climate: RainClimate;
  #meanHpa: ExpMean;
  #lastWeakS: number | null = null;
  #rows: TickRow[] = [];
  #features: Float64Array | null = null;

  constructor(private readonly settings: RainSettings) {
    this.#climate = new RainClimate(settings.baseRate, settings.indoors, settings.stepS);
    this.#meanHpa = new ExpMean(MEAN_PRESSURE_S / settings.stepS);
  }

  static fromJSON(saved: RainState, settings: RainSettings): RainModel {
    const model = new RainModel(settings);
    model.#learner = RainLearner.fromJSON(saved.learner);
    model.#before = RainLearner.fromJSON(saved.before);
    model.#journal = saved.journal.map(checkedLesson);
    model.#climate = RainClimate.fromJSON(saved.climate, settings.baseRate, settings.indoors, settings.stepS);
    model.#meanHpa = ExpMean.fromJSON(saved.meanHpa, model.#meanHpa.memory);
    model.#lastWeakS = finiteOrNull(saved.lastWeakS, 'last weak label');
    model.#rows = [...saved.rows];
    model.#features = model.#featuresAt(model.#rows.at(-1)?.tS ?? 0, model.#rows);
    return model;
  }

  toJSON(): RainState {
    return {
      learner: this.#learner.toJSON(),
      before: this.#before.toJSON(),
      journal: this.#journal,
      climate: this.#climate.toJSON(),
      meanHpa: this.#meanHpa.toJSON(),
      lastWeakS: this.#lastWeakS,
      rows: this.#rows,
    };
  }

  /** One tick row, in order of time. */
  observe(row: TickRow): void {
    const newest = this.#rows.at(-1);
    if (newest && row.tS <= newest.tS) return;
    const { stepS } = this.settings;
    this.#rows = this.#rows.filter((past) => past.tS >= row.tS - RAIN_LOOK_BACK_S - stepS);
    this.#rows.push(row);
    if (row.stationHpa !== null) this.#meanHpa.add(row.stationHpa);
    this.#features = this.#featuresAt(row.tS, this.#rows);
    if (this.#features === null) return;
    this.#climate.learn(this.#features);
    this.#learnWeakly(row, this.#features);
  }

  /** Now; null before the first row with a humidity. */
  get probabilities(): RainProbabilities | null {
    return this.#features && this.#learner.probabilities(this.#features, this.#climate.intercept);
  }

  /**
   * A person's word on whether it rains, learned with the features of that time. `rows` ascend and reach from
   * `LABEL_LOOK_BACK_S` before the label to it. Not learned where no record of that time exists.
   */
  learn(label: RainLabel, rows: readonly TickRow[]): Pick<LabelResult, 'learned' | 'loss' | 'strong_labels'> {
    const early = this.#featuresAt(label.tS - EARLY_S, rows);
    // A record that begins just before the label, after a start or an outage, is better than none.
    const first = early === null ? this.#featuresAt(label.tS, rows) : null;
    const late = this.#featuresAt(label.tS - LATE_S, rows) ?? first;
    if (early === null && late === null) return { learned: false, strong_labels: this.#learner.strong };
    const loss = this.#learn({
      id: label.id,
      value: label.value,
      early: early && [...early],
      late: late && [...late],
      intercept: this.#climate.intercept,
      baseRate: this.#climate.baseRate,
    });
    return { learned: true, loss, strong_labels: this.#learner.strong };
  }

  /** Takes a label back as if it had never come, bit for bit. False when it is too long ago for that, or was never learned. */
  undo(id: number): boolean {
    const at = this.#journal.findIndex((lesson) => lesson.id === id);
    if (at < 0) return false;
    this.#journal.splice(at, 1);
    this.#replay();
    return true;
  }

  /** Another scale: the rows that features are made of, as they are on it. */
  relevel(rows: readonly TickRow[]): void {
    const newest = this.#rows.at(-1);
    if (!newest) return;
    const fromS = newest.tS - RAIN_LOOK_BACK_S - this.settings.stepS;
    this.#rows = rows.filter(({ tS }) => tS <= newest.tS && tS >= fromS);
    this.#lookAgain();
  }

  /** Whether the newest row is of this hour: after a week off it says nothing about now until the next one comes. */
  isFresh(nowS: number): boolean {
    const newest = this.#rows.at(-1);
    return newest !== undefined && Math.abs(nowS - newest.tS) <= FRESH_STEPS * this.settings.stepS;
  }

  /**
   * How damp, cloudy and low it usually is here, learned anew from the past, and the rows that came since, which were observed already.
   * Labels keep the features they were given with.
   */
  adopt({ climate, meanHpa }: RainUsual, since: readonly TickRow[]): void {
    const { baseRate, indoors, stepS } = this.settings;
    this.#climate = RainClimate.fromJSON(climate, baseRate, indoors, stepS);
    this.#meanHpa = ExpMean.fromJSON(meanHpa, this.#meanHpa.memory);
    for (const { tS, stationHpa } of since) {
      if (stationHpa !== null) this.#meanHpa.add(stationHpa);
      const rows = this.#rows.filter((row) => row.tS <= tS);
      const features = this.#featuresAt(tS, rows);
      if (features) this.#climate.learn(features);
    }
    this.#lookAgain();
  }

  /** As `/api/precipitation` and the stream show it at this time; null before the first row. */
  bundle(nowS = this.#rows.at(-1)?.tS ?? 0): Precipitation | null {
    const row = this.#rows.at(-1);
    if (!row) return null;
    const fresh = this.isFresh(nowS);
    const p = fresh ? this.probabilities : null;
    const tendencyHpaPerH = fresh ? this.#tendencyHpaPerH(row) : null;
    const seaLevelHpa = !fresh || row.stationHpa === null ? null : row.stationHpa * row.seaLevelRatio;
    const heritage =
      seaLevelHpa === null || tendencyHpaPerH === null
        ? null
        : zambretti(seaLevelHpa, 3 * tendencyHpaPerH, row.tS, this.settings.southern);
    return {
      rain_probability: p?.rain ?? null,
      model_probability: p?.model ?? null,
      prior_probability: p?.prior ?? null,
      learner_trust: p?.trust ?? null,
      condition: heritage?.words ?? null,
      label: p === null ? null : inWords(p.rain),
      zambretti_z: heritage?.z ?? null,
      pressure_characteristic: heritage?.characteristic ?? null,
      tendency: tendencyHpaPerH,
      sea_level_pressure: seaLevelHpa,
      strong_labels: this.#learner.strong,
      weak_labels: this.#learner.weak,
      logloss_ewma: this.#learner.loss,
      indoors_caveat: this.settings.indoors,
    };
  }

  /** `precipitation` of `/api/models` and `/api/nerd`. */
  internals(): Wire {
    const { weights, strong, weak, loss } = this.#learner;
    return {
      coefficients: RAIN_FEATURES.map((feature, i) => ({
        feature,
        weight: weights[i]! + (i === 0 ? this.#climate.intercept : 0),
      })),
      strong_labels: strong,
      weak_labels: weak,
      logloss_ewma: loss,
    };
  }

  #lookAgain(): void {
    const newest = this.#rows.at(-1);
    if (newest) this.#features = this.#featuresAt(newest.tS, this.#rows);
  }

  #featuresAt(tS: number, rows: readonly TickRow[]): Float64Array | null {
    return rainFeatures(rows, tS, this.#meanHpa.value, this.settings.stepS);
  }

  #learnWeakly(row: TickRow, features: Float64Array): void {
    if (this.settings.indoors || this.#learner.strong >= WEAK_UNTIL_STRONG) return;
    if (this.#lastWeakS !== null && row.tS - this.#lastWeakS < HOUR_S) return;
    if (!isPlainlyDry(row.humidityPct, features)) return;
    this.#lastWeakS = row.tS;
    const { intercept, baseRate } = this.#climate;
    this.#learnBefore({ id: null, value: 0, early: null, late: [...features], intercept, baseRate });
  }

  #learn(lesson: Lesson): number | null {
    this.#journal.push(lesson);
    if (this.#journal.length > JOURNAL) this.#before.learn(this.#journal.shift()!);
    return this.#learner.learn(lesson);
  }

  /**
   * What the sky says by itself is nobody's word and is never taken back, so it is learned before the labels that can be: it keeps
   * them from nothing, and each of them can still be undone as if it had never come.
   */
  #learnBefore(lesson: Lesson): void {
    this.#before.learn(lesson);
    this.#replay();
  }

  #replay(): void {
    this.#learner = copy(this.#before);
    for (const lesson of this.#journal) this.#learner.learn(lesson);
  }

  #tendencyHpaPerH(row: TickRow): number | null {
    const before = this.#rows.find((past) => past.tS >= row.tS - RAIN_LOOK_BACK_S);
    const spanH = before ? (row.tS - before.tS) / HOUR_S : 0;
    if (!before || spanH < 1 || row.stationHpa === null || before.stationHpa === null) {
      const rate = row.rates.pressureHpaPerH;
      return rate === null ? null : rate * row.seaLevelRatio;
    }
    return ((row.stationHpa - before.stationHpa) / spanH) * row.seaLevelRatio;
  }
}

const copy = (learner: RainLearner): RainLearner => RainLearner.fromJSON(learner.toJSON());

function inWords(p: number): string {
  if (p < 0.1) return 'rain very unlikely';
  if (p < 0.25) return 'rain unlikely';
  if (p < 0.5) return 'rain possible';
  return p < 0.75 ? 'rain likely' : 'rain very likely';
}
