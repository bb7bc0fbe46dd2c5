import { DAY_S } from '../../../durations.ts';
import type { NormalRidgeState } from '../../algebra/normal-ridge.ts';
import { finite } from '../../learned/check.ts';
import type { Target } from '../../signals.ts';
import { clip, horizonScale } from '../grid.ts';
import { Conformal, type ConformalSettings, type ConformalState, conformalSettings } from '../interval/conformal.ts';
import { crps } from '../interval/crps.ts';
import { Volatility, type VolatilityState } from '../interval/volatility.ts';
import type { PendingRow } from '../pending.ts';
import { Blend, type BlendState } from './blend.ts';
import { FEATURE_COUNT } from './features.ts';
import { MemberAccount, type MemberAccountState } from './member-account.ts';
import { CLIMATOLOGY, EXPERTS, INTERACTIONS, LEARNED, type Payload, pack, unpack } from './payload.ts';
import { RidgeRls, type RlsSettings, type RlsState } from './rls.ts';
import { WideExpert } from './wide-expert.ts';

export const P_MAX = 1;
const RIDGE_UPDATES = 10;
const MEMORY_DAYS = 180;
const BLEND_DAYS = 60;
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
  members: MemberAccountState;
  lastError: { value: number; tS: number } | null;
}

export type PublishedWeights = Record<'persistence' | 'climatology' | 'learned', number>;

/** Both learned experts are "learned" to the outside. */
export function publishedWeights(weights: ArrayLike<number>): PublishedWeights {
  return {
    persistence: weights[0]!,
    climatology: weights[CLIMATOLOGY]!,
    learned: weights[LEARNED]! + weights[INTERACTIONS]!,
  };
}

/**
 * One target at one horizon: a regression of the change from now, blended with "nothing changes" and "as usual", and an interval
 * that holds what it promises. It learns a forecast only when the target time has come, and is scored before.
 */
export class Head {
  readonly scaleUnit: number;
  readonly #settings: RlsSettings;
  readonly #conformalSettings: ConformalSettings;
  readonly #blendKeep: number;
  #learner: RidgeRls;
  #wide: WideExpert;
  #blend: Blend;
  #volatility: Volatility;
  #conformal: Conformal;
  #members: MemberAccount;
  #lastError: { value: number; tS: number } | null = null;

  constructor(
    readonly target: Target,
    readonly horizonS: number,
    stepS: number,
  ) {
    const ticksPerDay = DAY_S / stepS;
    this.scaleUnit = horizonScale(target, horizonS);
    this.#settings = {
      n: FEATURE_COUNT,
      lam: Math.exp(-1 / (ticksPerDay * MEMORY_DAYS)),
      delta: RIDGE_UPDATES,
      pMax: P_MAX,
    };
    this.#blendKeep = Math.exp(-1 / (ticksPerDay * BLEND_DAYS));
    this.#conformalSettings = conformalSettings(stepS, horizonS);
    this.#learner = new RidgeRls(this.#settings);
    this.#wide = new WideExpert(horizonS, stepS);
    this.#blend = new Blend(EXPERTS.length, this.#blendKeep);
    this.#volatility = new Volatility(this.scaleUnit, stepS, horizonS);
    this.#conformal = new Conformal(this.#conformalSettings);
    this.#members = new MemberAccount(stepS);
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
    return this.#members.scored;
  }

  get rmse(): number | null {
    return this.#members.rmseLearned;
  }

  get memberMae(): MemberAccount['mae'] {
    return this.#members.mae;
  }

  /** truth − learned of the newest matured forecast, unless that is older than two hours. */
  lastErrorAt(tS: number): number | null {
    return this.#lastError !== null && tS - this.#lastError.tS <= LAST_ERROR_S ? this.#lastError.value : null;
  }

  issue(anchor: number, climatology: number | null, phi: Float64Array, psi: Float64Array): Issue {
    const learned = this.#bounded(anchor + this.scaleUnit * this.#learner.predict(phi));
    const interactions = this.#bounded(anchor + this.scaleUnit * this.#wide.predict(phi));
    const experts = Float64Array.of(anchor, climatology ?? anchor, learned, interactions);
    const weights = this.#blend.weights.slice();
    let forecast = 0;
    for (let i = 0; i < experts.length; i++) forecast += weights[i]! * experts[i]!;
    const scale = this.#volatility.scale(psi, this.#blend.reach);
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
      payload: pack(issue.climatologySpoke, { experts: issue.experts, phi, psi }, this.#conformal.signedQuantiles()),
    };
  }

  /** Scores a forecast whose time has come, then learns from it. */
  settle(row: PendingRow, truth: number): Matured {
    const said = unpack(row.payload);
    const matured = this.#score(row, said, truth);
    const error = truth - row.forecast;
    const change = (truth - row.anchor) / this.scaleUnit;
    const calm = this.scaleUnit / row.scale; // a lesson from settled weather says more than one from a storm
    this.#conformal.learn(error, row.scale, row.halfwidth);
    this.#blend.learn(said.experts.map((forecast) => truth - forecast));
    this.#learner.learn(said.phi, change, calm);
    this.#wide.learn(row.issueS, said.phi, change, calm);
    this.#volatility.learn(said.psi, error);
    this.#lastError = { value: truth - matured.learned, tS: row.dueS };
    this.#members.add({
      persistence: truth - matured.persistence,
      climatology: truth - said.experts[CLIMATOLOGY]!,
      learned: truth - matured.learned,
      blend: error,
    });
    return matured;
  }

  /** The wide expert's weights, if they are due. */
  consolidate(): boolean {
    return this.#wide.consolidate();
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
      members: this.#members.toJSON(),
      lastError: this.#lastError && { ...this.#lastError },
    };
  }

  static fromJSON(saved: HeadState, target: Target, horizonS: number, stepS: number): Head {
    const head = new Head(target, horizonS, stepS);
    head.#learner = RidgeRls.fromJSON(saved.learner, head.#settings);
    head.#wide = WideExpert.fromJSON(saved.wide, horizonS, stepS);
    head.#blend = Blend.fromJSON(saved.blend, EXPERTS.length, head.#blendKeep);
    head.#volatility = Volatility.fromJSON(saved.volatility, head.scaleUnit, stepS, horizonS);
    head.#conformal = Conformal.fromJSON(saved.conformal, head.#conformalSettings);
    head.#members = MemberAccount.fromJSON(saved.members, stepS);
    const { lastError } = saved;
    head.#lastError = lastError && {
      value: finite(lastError.value, 'lastError'),
      tS: finite(lastError.tS, 'lastError'),
    };
    return head;
  }

  #score(row: PendingRow, said: Payload, truth: number): Matured {
    const { forecast, scale, halfwidth } = row;
    return {
      target: this.target,
      horizonS: this.horizonS,
      issueS: row.issueS,
      dueS: row.dueS,
      truth,
      forecast,
      persistence: row.anchor,
      climatology: said.climatologySpoke ? said.experts[CLIMATOLOGY]! : null,
      learned: said.experts[LEARNED]!,
      interactions: said.experts[INTERACTIONS]!,
      scale,
      halfwidth,
      crps: halfwidth === null ? null : crps((truth - forecast) / scale, said.quantiles) * scale,
      ratio: row.ratio,
    };
  }

  #bounded(value: number): number {
    return this.target === 'humidity' ? clip(value, 0, 100) : value;
  }
}
