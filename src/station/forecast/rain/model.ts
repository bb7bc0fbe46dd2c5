import { HOUR_S } from '../../../base/durations.ts';
import type { LabelResult, Precipitation } from '../../../contract/conditions.ts';
import type { RainModel as Wire } from '../../../contract/models.ts';
import { finiteOrNull } from '../../../maths/check.ts';
import type { Place } from '../../air/physics/sun.ts';
import { TICK_S, type TickRow } from '../../tick.ts';
import { RainClimate, type RainClimateState } from './climate.ts';
import { isPlainlyDry, RAIN_FEATURES, RAIN_LOOK_BACK_S } from './features.ts';
import type { Lesson, RainProbabilities } from './learner.ts';
import { Lessons, type LessonsState } from './lessons.ts';
import { type RainMoment, RainPast, type RainPastState } from './past.ts';
import { priorScore, type RainPrior, SHIPPED_PRIOR } from './prior.ts';
import { WORD_COUNTS_S, worthOf } from './word.ts';
import { zambretti } from './zambretti.ts';

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

export interface RainState extends LessonsState, RainPastState {
  climate: RainClimateState;
  lastWeakS: number | null;
}

/** Climate of the model's inputs. */
export type RainUsual = Pick<RainState, 'climate' | 'meanHpa' | 'spreadHpa2'>;

export interface RainLabel {
  id: number;
  /** 0 dry .. 1 rain. */
  value: number;
  tS: number;
}

/**
 * "Some rain within the next three hours": what the weather of other places taught, and what the people who live here add to it with
 * their labels.
 */
export class RainModel {
  #lessons = new Lessons();
  #climate: RainClimate;
  #past: RainPast;
  #lastWeakS: number | null = null;
  #now: RainMoment | null = null;

  constructor(
    private readonly settings: RainSettings,
    private readonly prior: RainPrior = SHIPPED_PRIOR,
  ) {
    this.#climate = new RainClimate(settings.baseRate, settings.indoors, settings.stepS, prior);
    this.#past = new RainPast(settings.stepS, settings.place);
  }

  static fromJSON(saved: RainState, settings: RainSettings): RainModel {
    const model = new RainModel(settings);
    model.#lessons = Lessons.fromJSON(saved);
    model.#climate = RainClimate.fromJSON(saved.climate, settings.baseRate, settings.indoors, settings.stepS);
    model.#past = RainPast.fromJSON(saved, settings.stepS, settings.place);
    model.#lastWeakS = finiteOrNull(saved.lastWeakS, 'last weak label');
    model.#lookAgain();
    return model;
  }

  toJSON(): RainState {
    const { rows, ...usual } = this.#past.toJSON();
    return {
      ...this.#lessons.toJSON(),
      climate: this.#climate.toJSON(),
      ...usual,
      lastWeakS: this.#lastWeakS,
      rows,
    };
  }

  usual(): RainUsual {
    const { rows: _, ...pressure } = this.#past.toJSON();
    return { climate: this.#climate.toJSON(), ...pressure };
  }

  /** Observes one tick row, in order of time. */
  observe(row: TickRow): void {
    if (!this.#past.observe(row)) return;
    this.#lookAgain();
    if (this.#now === null) return;
    this.#climate.learn(priorScore(this.prior, this.#now.inputs));
    this.#learnWeakly(row, this.#now);
  }

  /** Now; null before the first row with a humidity. */
  get probabilities(): RainProbabilities | null {
    const now = this.#now;
    const { learner } = this.#lessons;
    return now && learner.probabilities(now.features, this.#score(now), this.#climate.intercept, this.#told);
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
    if (early === null && late === null) return { learned: false, strong_labels: learner.strong };
    const loss = this.#lessons.learn({ ...this.#lesson(label.id, label.value, early, late), tS: label.tS });
    return { learned: true, loss, strong_labels: learner.strong };
  }

  /** Takes a label back as if it had never come, bit for bit. False when it is too long ago for that, or was never learned. */
  undo(id: number): boolean {
    return this.#lessons.rewrite(id, () => []);
  }

  /** Corrects a label as if it had been so from the start, bit for bit; false as for `undo`. */
  correct(id: number, value: number): boolean {
    return this.#lessons.rewrite(id, (lesson) => [{ ...lesson, value }]);
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

  /** Adopts climate relearned from the past, and replays the rows since. Labels keep the features they were given with. */
  adopt({ climate, ...usual }: RainUsual, since: readonly TickRow[]): void {
    const { baseRate, indoors, stepS } = this.settings;
    this.#climate = RainClimate.fromJSON(climate, baseRate, indoors, stepS, this.prior);
    for (const moment of this.#past.adopt(usual, since)) this.#climate.learn(priorScore(this.prior, moment.inputs));
    this.#lookAgain();
  }

  /** Bundle of `/api/precipitation` and the stream at this time; null until something was measured or learned. */
  bundle(nowS = this.#past.newest?.tS ?? 0): Precipitation | null {
    const row = this.#past.newest;
    const { learner } = this.#lessons;
    const isEmpty = learner.strong + learner.weak === 0 && this.#past.rows.every(measuredNothing);
    if (!row || isEmpty) return null;
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
      word_logit: p?.told ?? null,
      condition: heritage?.words ?? null,
      label: p === null ? null : inWords(p.rain),
      zambretti_z: heritage?.z ?? null,
      pressure_characteristic: heritage?.characteristic ?? null,
      tendency: tendencyHpaPerH,
      sea_level_pressure: seaLevelHpa,
      strong_labels: learner.strong,
      weak_labels: learner.weak,
      logloss_ewma: learner.loss,
      indoors_caveat: this.settings.indoors,
    };
  }

  /** `precipitation` of `/api/models` and `/api/nerd`. */
  internals(): Wire {
    const { weights, strong, weak, loss } = this.#lessons.learner;
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

  get #told(): number {
    const nowS = this.#past.newest?.tS ?? 0;
    const word = this.#lessons.wordSince(nowS - WORD_COUNTS_S);
    return word ? worthOf(word, nowS) : 0;
  }

  /** Prior's score of a moment, scaled to this place. */
  #score(moment: RainMoment): number {
    return this.#climate.steepness * priorScore(this.prior, moment.inputs);
  }

  #lookAgain(): void {
    const { newest } = this.#past;
    this.#now = newest ? this.#past.at(newest.tS) : null;
  }

  #learnWeakly(row: TickRow, now: RainMoment): void {
    if (this.settings.indoors || this.#lessons.learner.strong >= WEAK_UNTIL_STRONG) return;
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

  #tendencyHpaPerH(row: TickRow): number | null {
    const before = this.#past.rows.find((past) => past.tS >= row.tS - RAIN_LOOK_BACK_S);
    const spanH = before ? (row.tS - before.tS) / HOUR_S : 0;
    if (!before || spanH < 1 || row.stationHpa === null || before.stationHpa === null) {
      const rate = row.rates.pressureHpaPerH;
      return rate === null ? null : rate * row.seaLevelRatio;
    }
    return ((row.stationHpa - before.stationHpa) / spanH) * row.seaLevelRatio;
  }
}

const measuredNothing = ({ stationHpa, humidityPct }: TickRow): boolean => stationHpa === null && humidityPct === null;

function inWords(p: number): string {
  if (p < 0.1) return 'rain very unlikely';
  if (p < 0.25) return 'rain unlikely';
  if (p < 0.5) return 'rain possible';
  return p < 0.75 ? 'rain likely' : 'rain very likely';
}
