import { Blend, type BlendState } from './blend.ts';
import { finite, nullOrFinite } from './codec.ts';
import { Conformal, type ConformalSettings, type ConformalState, CRPS_LEVELS } from './conformal.ts';
import { EXPANDED_COUNT, expand } from './expansion.ts';
import { FEATURE_COUNT } from './features.ts';
import { clip, DAY_S, ewSteady, ewWeight, horizonScale } from './grid.ts';
import { NormalRidge, type NormalRidgeSettings, type NormalRidgeState } from './normal-ridge.ts';
import type { PendingRow } from './pending.ts';
import { RidgeRls, type RlsSettings, type RlsState } from './rls.ts';
import type { Target } from './tick-row.ts';
import { VOLATILITY_INPUTS, Volatility, type VolatilityState } from './volatility.ts';

export const EXPERTS = ['persistence', 'climatology', 'learned', 'interactions'] as const;
const LEARNED = 2;
const INTERACTIONS = 3;
export const P_MAX = 1;
const RIDGE_UPDATES = 10;
const MEMORY_DAYS = 180;
/** Neighbouring ticks teach almost the same: the wide expert takes one lesson in this time. */
const WIDE_SPACING_S = 3600;
const WIDE_RIDGE_UPDATES = 10;
/** Products need more than one summer. */
const WIDE_MEMORY_DAYS = 400;
/** Its weights are worked out again when its lessons have grown by this share, or after these days. */
const WIDE_GROWTH = 0.1;
const WIDE_FEWEST = 48;
const WIDE_PAUSE_DAYS = 4;
const wide = new Float64Array(EXPANDED_COUNT);
const BLEND_DAYS = 60;
const RMSE_DAYS = 30;
const SCORE_WINDOW_DAYS = 14;
const SCORES_AT_MOST = 2016;
const COVERAGE_DAYS = 60;
const LAST_ERROR_S = 7200;

/** What a head says at one moment. */
export interface Issue {
  experts: Float64Array;
  climatologySpoke: boolean;
  weights: Float64Array;
  forecast: number;
  scale: number;
  halfwidth: number | null;
  /** s_t times the .683 score quantile; null with too few scores. */
  sigma: number | null;
}

/** A forecast whose time has come, scored against the truth before anything was learned from it. In learned units. */
export interface Matured {
  target: Target;
  horizonS: number;
  issueS: number;
  dueS: number;
  truth: number;
  forecast: number;
  persistence: number;
  climatology: number | null;
  learned: number;
  interactions: number;
  scale: number;
  halfwidth: number | null;
  crps: number | null;
  /** Published values are these times `ratio`. */
  ratio: number;
}

export interface HeadState {
  learner: RlsState;
  wide: NormalRidgeState;
  blend: BlendState;
  volatility: VolatilityState;
  conformal: ConformalState;
  memberMae: number[];
  squaredError: number;
  scored: number;
  lastError: { value: number; tS: number } | null;
}

export type PublishedWeights = Record<'persistence' | 'climatology' | 'learned', number>;

/** Both learned experts are "learned" to the outside. */
export function publishedWeights(weights: ArrayLike<number>): PublishedWeights {
  return { persistence: weights[0]!, climatology: weights[1]!, learned: weights[2]! + weights[3]! };
}

/** Fourteen days of scores: every second tick of five minutes, every tick of a coarser grid. */
export function conformalSettings(stepS: number, horizonS: number): ConformalSettings {
  const ticksPerDay = DAY_S / stepS;
  const every = Math.max(1, Math.round(600 / stepS));
  return {
    capacity: Math.min(SCORES_AT_MOST, Math.round((SCORE_WINDOW_DAYS * ticksPerDay) / every)),
    every,
    delay: horizonS / stepS,
    coverageMemory: COVERAGE_DAYS * ticksPerDay,
  };
}

const PHI_AT = 1 + EXPERTS.length;
const PSI_AT = PHI_AT + FEATURE_COUNT;
const QUANTILES_AT = PSI_AT + VOLATILITY_INPUTS;
export const PAYLOAD_LENGTH = QUANTILES_AT + CRPS_LEVELS.length;

/**
 * One target at one horizon: a regression of the change from now, blended with "nothing changes" and "as usual", and an interval
 * that holds what it promises. It learns a forecast only when the target time has come, and is scored before.
 */
export class Head {
  readonly scaleUnit: number;
  readonly #settings: RlsSettings;
  readonly #conformalSettings: ConformalSettings;
  readonly #rmseWeight: number;
  readonly #wideSettings: NormalRidgeSettings;
  readonly #wideEvery: number;
  #learner: RidgeRls;
  #wide: NormalRidge;
  #blend: Blend;
  #volatility: Volatility;
  #conformal: Conformal;
  #memberMae = [0, 0, 0, 0];
  #squaredError = 0;
  #scored = 0;
  #lastError: { value: number; tS: number } | null = null;

  constructor(
    readonly target: Target,
    readonly horizonS: number,
    private readonly stepS: number,
  ) {
    const ticksPerDay = DAY_S / stepS;
    this.scaleUnit = horizonScale(target, horizonS);
    this.#rmseWeight = ewSteady(stepS, RMSE_DAYS * DAY_S);
    this.#settings = {
      n: FEATURE_COUNT,
      lam: Math.exp(-1 / (ticksPerDay * MEMORY_DAYS)),
      delta: RIDGE_UPDATES,
      pMax: P_MAX,
    };
    this.#conformalSettings = conformalSettings(stepS, horizonS);
    this.#wideEvery = Math.max(1, Math.round(WIDE_SPACING_S / stepS));
    this.#wideSettings = {
      n: EXPANDED_COUNT,
      lam: Math.exp((-this.#wideEvery * stepS) / (WIDE_MEMORY_DAYS * DAY_S)),
      delta: WIDE_RIDGE_UPDATES * (1 + (0.5 * horizonS) / Math.max(WIDE_SPACING_S, stepS)), // overlapping lessons: fewer than they seem
    };
    this.#learner = new RidgeRls(this.#settings);
    this.#wide = new NormalRidge(this.#wideSettings);
    this.#blend = new Blend(EXPERTS.length, Math.exp(-1 / (ticksPerDay * BLEND_DAYS)));
    this.#volatility = new Volatility(this.scaleUnit, stepS, horizonS);
    this.#conformal = new Conformal(this.#conformalSettings);
  }

  /** v of the volatility inputs. */
  get recentVolatility(): number {
    return this.#volatility.recent;
  }

  get learner(): RidgeRls {
    return this.#learner;
  }

  get lam(): number {
    return this.#settings.lam;
  }

  get conformal(): Conformal {
    return this.#conformal;
  }

  get weights(): PublishedWeights {
    return publishedWeights(this.#blend.weights);
  }

  get scored(): number {
    return this.#scored;
  }

  get rmse(): number | null {
    return this.#scored === 0 ? null : Math.sqrt(this.#squaredError);
  }

  get memberMae(): Record<'persistence' | 'climatology' | 'learned' | 'blend', number | null> {
    const [persistence = 0, climatology = 0, learned = 0, blend = 0] = this.#memberMae;
    return this.#scored === 0
      ? { persistence: null, climatology: null, learned: null, blend: null }
      : { persistence, climatology, learned, blend };
  }

  /** truth − learned of the newest matured forecast, unless that is older than two hours. */
  lastErrorAt(tS: number): number | null {
    return this.#lastError !== null && tS - this.#lastError.tS <= LAST_ERROR_S ? this.#lastError.value : null;
  }

  issue(anchor: number, climatology: number | null, phi: Float64Array, psi: Float64Array): Issue {
    const learned = this.#bounded(anchor + this.scaleUnit * this.#learner.predict(phi));
    expand(phi, this.horizonS, wide);
    const interactions = this.#bounded(anchor + this.scaleUnit * this.#wide.predict(wide));
    const experts = Float64Array.of(anchor, climatology ?? anchor, learned, interactions);
    const weights = this.#blend.weights.slice();
    let forecast = 0;
    for (let i = 0; i < experts.length; i++) forecast += weights[i]! * experts[i]!;
    const scale = this.#volatility.scale(psi);
    const quantile = this.#conformal.quantile();
    const spread = this.#conformal.spread(0.683);
    return {
      experts,
      climatologySpoke: climatology !== null,
      weights,
      forecast: this.#bounded(forecast),
      scale,
      halfwidth: quantile === null ? null : quantile * scale,
      sigma: spread === null ? null : spread * scale,
    };
  }

  pending(issue: Issue, phi: Float64Array, psi: Float64Array, tS: number, epoch: number, ratio: number): PendingRow {
    const payload = new Float64Array(PAYLOAD_LENGTH);
    payload[0] = issue.climatologySpoke ? 1 : 0;
    put(payload, issue.experts, 1);
    put(payload, phi, PHI_AT);
    put(payload, psi, PSI_AT);
    // Quantiles exist from the moment that widths can; before, the row has neither.
    const quantiles = this.#conformal.signedQuantiles();
    if (quantiles) put(payload, quantiles, QUANTILES_AT);
    return {
      target: this.target,
      horizonS: this.horizonS,
      issueS: tS,
      dueS: tS + this.horizonS,
      epoch,
      anchor: issue.experts[0]!,
      forecast: issue.forecast,
      halfwidth: issue.halfwidth,
      scale: issue.scale,
      ratio,
      payload,
    };
  }

  /** Scores a forecast whose time has come, then learns from it. */
  settle(row: PendingRow, truth: number): Matured {
    const matured = this.#score(row, truth);
    const { payload } = row;
    const experts = payload.subarray(1, PHI_AT);
    const error = truth - row.forecast;
    this.#conformal.learn(error, row.scale, row.halfwidth);
    this.#blend.learn(experts.map((forecast) => truth - forecast));
    const phi = payload.subarray(PHI_AT, PSI_AT);
    const change = (truth - row.anchor) / this.scaleUnit;
    const calm = this.scaleUnit / row.scale;
    this.#learner.learn(phi, change, calm);
    if (row.issueS % (this.#wideEvery * this.stepS) === 0) {
      expand(phi, this.horizonS, wide);
      this.#wide.learn(wide, change, calm);
    }
    this.#volatility.learn(payload.subarray(PSI_AT, QUANTILES_AT), error);
    this.#lastError = { value: truth - experts[LEARNED]!, tS: row.dueS };
    this.#keepAccount(matured);
    return matured;
  }

  /** Works out the wide expert's weights if it has learned enough since. Costs most of a millisecond: the engine asks one head a tick. */
  consolidate(): boolean {
    const { updates, unsolved } = this.#wide;
    const longest = (WIDE_PAUSE_DAYS * DAY_S) / (this.#wideEvery * this.stepS);
    if (updates < WIDE_FEWEST || unsolved < Math.max(1, Math.min(longest, WIDE_GROWTH * updates))) return false;
    this.#wide.solve();
    return true;
  }

  /** The world has changed: more doubt in every direction, nothing else. */
  inflate(): void {
    this.#learner.inflate();
  }

  /** After a calibration the last error is one of the old scale. */
  forgetLastError(): void {
    this.#lastError = null;
  }

  toJSON(): HeadState {
    return {
      learner: this.#learner.toJSON(),
      wide: this.#wide.toJSON(),
      blend: this.#blend.toJSON(),
      volatility: this.#volatility.toJSON(),
      conformal: this.#conformal.toJSON(),
      memberMae: [...this.#memberMae],
      squaredError: this.#squaredError,
      scored: this.#scored,
      lastError: this.#lastError && { ...this.#lastError },
    };
  }

  static fromJSON(saved: HeadState, target: Target, horizonS: number, stepS: number): Head {
    const head = new Head(target, horizonS, stepS);
    head.#learner = RidgeRls.fromJSON(saved.learner, head.#settings);
    head.#wide = NormalRidge.fromJSON(saved.wide, head.#wideSettings);
    head.#blend = Blend.fromJSON(saved.blend, EXPERTS.length, Math.exp((-1 * stepS) / (DAY_S * BLEND_DAYS)));
    head.#volatility = Volatility.fromJSON(saved.volatility, head.scaleUnit, stepS, horizonS);
    head.#conformal = Conformal.fromJSON(saved.conformal, head.#conformalSettings);
    head.#memberMae = saved.memberMae.map((value) => finite(value, 'memberMae'));
    head.#squaredError = finite(saved.squaredError, 'squaredError');
    head.#scored = finite(saved.scored, 'scored');
    const { lastError } = saved;
    head.#lastError = lastError && {
      value: finite(nullOrFinite(lastError.value, 'lastError'), 'lastError'),
      tS: finite(lastError.tS, 'lastError'),
    };
    return head;
  }

  #score(row: PendingRow, truth: number): Matured {
    const { payload } = row;
    return {
      target: this.target,
      horizonS: this.horizonS,
      issueS: row.issueS,
      dueS: row.dueS,
      truth,
      forecast: row.forecast,
      persistence: row.anchor,
      climatology: payload[0] === 1 ? payload[2]! : null,
      learned: payload[1 + LEARNED]!,
      interactions: payload[1 + INTERACTIONS]!,
      scale: row.scale,
      halfwidth: row.halfwidth,
      crps: row.halfwidth === null ? null : crps((truth - row.forecast) / row.scale, payload, QUANTILES_AT) * row.scale,
      ratio: row.ratio,
    };
  }

  #keepAccount(m: Matured): void {
    this.#scored += 1;
    const weight = ewWeight(this.#scored, this.#rmseWeight);
    this.#squaredError += weight * ((m.truth - m.learned) ** 2 - this.#squaredError);
    const members = [m.persistence, m.climatology ?? m.persistence, m.learned, m.forecast];
    for (const [i, forecast] of members.entries()) {
      this.#memberMae[i] = this.#memberMae[i]! + weight * (Math.abs(m.truth - forecast) - this.#memberMae[i]!);
    }
  }

  #bounded(value: number): number {
    return this.target === 'humidity' ? clip(value, 0, 100) : value;
  }
}

/** `set` costs more than these few numbers. */
function put(into: Float64Array, values: Float64Array, at: number): void {
  for (let i = 0; i < values.length; i++) into[at + i] = values[i]!;
}

/** (2/19) Σ pinball_τ(e − q_τ) over the levels, the quantiles standing from `at` on. */
export function crps(error: number, quantiles: ArrayLike<number>, at = 0): number {
  let sum = 0;
  for (let i = 0; i < CRPS_LEVELS.length; i++) {
    const tau = CRPS_LEVELS[i]!;
    const e = error - quantiles[at + i]!;
    sum += e >= 0 ? tau * e : (tau - 1) * e;
  }
  return (2 / CRPS_LEVELS.length) * sum;
}
