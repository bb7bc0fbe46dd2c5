import type { Target } from '../../../contract/names.ts';
import { restored, savedState, sound } from '../../../maths/codec.ts';
import type { RidgeRls } from '../../../maths/rls.ts';
import type { Conformal } from '../bands/conformal.ts';
import { HeadBand } from '../bands/head-band.ts';
import { clip, horizonScale } from '../grid.ts';
import {
  CLIMATOLOGY,
  ExpertBlend,
  type ExpertForecasts,
  type PublishedWeights,
  publishedWeights,
} from '../learners/expert-blend.ts';
import { Pupils } from '../learners/pupils.ts';
import type { Typical } from '../learners/typical.ts';
import type { PendingRow } from '../pending.ts';
import { type Matured, maturedOf } from './matured.ts';
import { MemberAccount } from './member-account.ts';
import { pack, unpack } from './payload.ts';

const LAST_ERROR_S = 7200;
/** After a silence many are settled at once, and are not all needed again. */
const MOST_SETTLED = 4;

export type Issue = ReturnType<Head['issue']>;
export type HeadState = ReturnType<Head['toJSON']>;

/**
 * Forecast head: one target at one horizon. It blends a regression of the change from now with persistence and climatology, and has a
 * calibrated interval. It is scored, then learns, when the target time has come.
 */
export class Head {
  readonly scaleUnit: number;
  readonly pupils: Pupils;
  readonly #blend: ExpertBlend;
  readonly band: HeadBand;
  readonly members: MemberAccount;
  #lastError: { value: number; tS: number } | null = null;
  /** Payloads that have been learned from: arrays of this size are dear to make and to throw away. */
  readonly #spentPayloads: Float64Array[] = [];

  constructor(
    readonly target: Target,
    readonly horizonS: number,
    stepS: number,
    /** See `seasonality`. */
    seasons = 0,
    private readonly typical: Typical | null = null,
  ) {
    this.scaleUnit = horizonScale(target, horizonS);
    this.pupils = new Pupils(horizonS, stepS);
    this.#blend = new ExpertBlend(stepS, horizonS, this.scaleUnit, typical);
    this.band = new HeadBand(target, horizonS, stepS, seasons);
    this.members = new MemberAccount(stepS);
  }

  get learner(): RidgeRls {
    return this.pupils.state.learner;
  }

  get conformal(): Conformal {
    return this.band.state.conformal;
  }

  get weights(): PublishedWeights {
    return publishedWeights(this.#blend.weights());
  }

  /** truth − learned of the newest matured forecast, unless that is older than two hours. */
  lastErrorAt(tS: number): number | null {
    return this.#lastError !== null && tS - this.#lastError.tS <= LAST_ERROR_S ? this.#lastError.value : null;
  }

  /** `shorter` is the half-width of the next shorter horizon, if it has one; `net` the change that the net expects, if there is one. */
  issue(
    tS: number,
    anchor: number,
    climatology: number | null,
    phi: Float64Array,
    psi: Float64Array,
    shorter: number | null = null,
    net: number | null = null,
  ) {
    const { learner, wide } = this.pupils.state;
    const experts: ExpertForecasts = [
      anchor,
      climatology ?? anchor,
      this.#after(anchor, learner.predict(phi)),
      this.#after(anchor, wide.predict(phi)),
      this.typical ? this.#after(anchor, this.typical.predict(phi)) : anchor,
    ];
    const weights = this.#blend.weights();
    const others = this.#blend.blended(experts);
    const finalists = [others, net === null ? others : this.#after(anchor, net)];
    const forecast = this.#bounded(this.#blend.conclude(finalists, weights));
    const { scale, halfwidth, sigma } = this.band.width(psi, phi, tS + this.horizonS, this.#blend.reach, shorter);
    return {
      experts,
      finalists,
      climatologySpoke: climatology !== null,
      weights,
      forecast,
      scale,
      halfwidth,
      sigma,
      /** Null with too few scores. */
      quantiles: this.band.quantiles(forecast, halfwidth, this.conformal.signedQuantiles()),
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
      payload: pack(
        issue.climatologySpoke,
        { experts: issue.experts, finalists: issue.finalists, phi, psi },
        this.conformal.signedQuantiles(),
        this.#spentPayloads.pop(),
      ),
    };
  }

  /** Scores a forecast whose time has come, then learns from it. The row's payload is the head's from then on, for another forecast. */
  scoreAndLearn(row: PendingRow, truth: number): Matured {
    const said = unpack(row.payload);
    const quantiles = this.band.quantiles(row.forecast, row.halfwidth, said.quantiles);
    const matured = maturedOf(row, said, truth, quantiles);
    const error = truth - row.forecast;
    const change = (truth - row.anchor) / this.scaleUnit;
    const calm = this.scaleUnit / row.scale; // a lesson from settled weather says more than one from a storm
    this.band.learn(said.psi, said.phi, row.dueS, error, row.scale, row.halfwidth);
    this.#blend.learn(truth, said.experts, said.finalists);
    this.pupils.learn(row.issueS, said.phi, change, calm);
    this.#lastError = { value: truth - matured.learned, tS: row.dueS };
    this.members.add({
      persistence: truth - matured.persistence,
      climatology: truth - said.experts[CLIMATOLOGY]!,
      learned: truth - matured.learned,
      blend: error,
    });
    if (this.#spentPayloads.length < MOST_SETTLED) this.#spentPayloads.push(row.payload);
    return matured;
  }

  /** Share of the net in the head whose place this one takes. */
  inherit(former: Head): void {
    this.#blend.inherit(former.#blend);
  }

  /** After a calibration the last error is one of the old scale. */
  forgetLastError(): void {
    this.#lastError = null;
  }

  toJSON() {
    return {
      ...savedState(this.pupils),
      ...this.#blend.saved(),
      ...savedState(this.band),
      members: savedState(this.members),
      lastError: this.#lastError && { ...this.#lastError },
    };
  }

  restore(saved: HeadState): this {
    restored(this.pupils, saved);
    this.#blend.restore(saved);
    restored(this.band, saved);
    restored(this.members, saved.members);
    this.#lastError = sound(saved.lastError, 'lastError');
    return this;
  }

  /** The value that a change over the horizon, in units of the head's scale, leads to. */
  #after(anchor: number, change: number): number {
    return this.#bounded(anchor + this.scaleUnit * change);
  }

  #bounded(value: number): number {
    return this.target === 'humidity' ? clip(value, 0, 100) : value;
  }
}
