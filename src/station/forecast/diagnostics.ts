import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import type { Head as HeadWire, Models, Nerd } from '../../contract/models.ts';
import type { Steps } from '../steps.ts';
import { CLIMATE_SERIES } from './climate/climatology.ts';
import { ANNUAL_HARMONICS, DIURNAL_HARMONICS, RIDGE } from './climate/harmonics.ts';
import type { ForecastEngine } from './engine.ts';
import { headName } from './grid.ts';
import { FEATURE_COUNT } from './heads/features.ts';
import type { Head } from './heads/head.ts';
import { P_MAX } from './heads/pupils.ts';
import { ALPHA_TARGET } from './interval/conformal.ts';

/** Below this the smallest eigenvalue is rounding, and their ratio means nothing. */
const SMALLEST_EIGENVALUE = 1e-12;

/** Decompositions until one takes hardly longer than the thousandth. */
const WARM_UP = 8;

const decimals = (value: number, places: number): number => Number(value.toFixed(places));

/** The forecast room in the words of `/api/models` and `/api/nerd` (spec 2.8 and 2.10). */
export class ForecastInternals {
  readonly #condition = new Map<string, number | null>();
  #next = 0;

  constructor(private readonly engine: ForecastEngine) {}

  /** A third of a millisecond each, but the first ones up to forty, while the solver is compiled: at the start, when no sample waits. */
  *warmUp(): Steps<void> {
    const any = Array.from({ length: FEATURE_COUNT }, (_, i) =>
      Array.from({ length: FEATURE_COUNT }, (_, j) => (i === j ? 2 : 1 / (i + j + 2))),
    );
    for (let i = 0; i < WARM_UP; i++) {
      conditionOf(any);
      yield;
    }
  }

  /** The eigenvalues of 18 matrices cost more than a request may: one head's are worked out per tick. */
  afterTick(): void {
    const key = this.engine.headKeys[this.#next % this.engine.headKeys.length];
    this.#next += 1;
    if (!key) return;
    const head = this.engine.head(key.target, key.horizonS);
    this.#condition.set(headName(key.target, key.horizonS), conditionOf(head.learner.covariance()));
  }

  /** Other heads have taken the place of those it was worked out for. */
  forget(): void {
    this.#condition.clear();
  }

  /** After a start none is known: one more whenever there is time. */
  fillIn(): void {
    if (this.#condition.size < this.engine.headKeys.length) this.afterTick();
  }

  nowcast(): Models['nowcast'] {
    return this.#all((head) => {
      const halfwidth = this.#halfwidth(head);
      return {
        target: head.target,
        horizon_s: head.horizonS,
        n_updates: head.learner.updates,
        n_scored: head.scored,
        weights: head.weights,
        member_mae: this.#published(head, head.memberMae),
        conformal_alpha: head.conformal.alpha,
        conformal_halfwidth: halfwidth,
        coverage: head.conformal.coverage,
      };
    });
  }

  heads(): HeadWire[] {
    return this.#all((head) => {
      const { learner, conformal } = head;
      const lam = decimals(head.lam, 6); // as the wire shows it: so close to 1 its seventh decimal moves eff_memory by a percent
      return {
        target: head.target,
        horizon_s: head.horizonS,
        n_updates: learner.updates,
        trace_p: learner.traceP,
        cond_p: this.#condition.get(headName(head.target, head.horizonS)) ?? null,
        theta_norm: Math.hypot(...learner.theta),
        rmse_ewma: head.rmse,
        lam,
        p_max: P_MAX,
        eff_memory: 1 / (1 - lam),
        alpha: conformal.alpha,
        alpha_target: ALPHA_TARGET,
        coverage: conformal.coverage,
        halfwidth: this.#halfwidth(head),
        weights: head.weights,
        theta: Array.from(learner.theta),
      };
    });
  }

  reliability(): Nerd['reliability']['points'] {
    return this.#all((head) => ({
      target: head.target,
      horizon_s: head.horizonS,
      nominal: 1 - ALPHA_TARGET,
      realised: head.conformal.coverage,
      n: head.conformal.judged,
    })).flatMap(({ realised, ...point }) => (realised === null ? [] : [{ ...point, realised }]));
  }

  climatologyFacts(places: number): Models['climatology'] {
    const { climatology } = this.engine;
    const { series, ready } = climatology;
    return {
      ready,
      annual_terms: CLIMATE_SERIES.some((name) => series[name].annual),
      history_days: decimals(Math.max(...CLIMATE_SERIES.map((name) => series[name].historyDays)), places),
      residual_std: Object.fromEntries(CLIMATE_SERIES.map((name) => [name, series[name].residualStd])),
    };
  }

  climatology(): Nerd['climatology'] {
    const { series } = this.engine.climatology;
    const facts = this.climatologyFacts(3);
    return {
      ...facts,
      diurnal_harmonics: DIURNAL_HARMONICS,
      annual_harmonics: facts.annual_terms ? ANNUAL_HARMONICS : 0,
      ridge: RIDGE,
      n_coefficients: Object.fromEntries(CLIMATE_SERIES.map((name) => [name, series[name].coefficients])),
    };
  }

  /** Sorted by target and horizon, as `headKeys` are. */
  #all<T>(view: (head: Head) => T): T[] {
    return this.engine.headKeys.map(({ target, horizonS }) => view(this.engine.head(target, horizonS)));
  }

  #halfwidth({ target, horizonS }: Head): number | null {
    const said = this.engine.newest(target, horizonS);
    return said?.issue.halfwidth == null ? null : said.issue.halfwidth * said.ratio;
  }

  #published({ target, horizonS }: Head, errors: Record<string, number | null>): Record<string, number | null> {
    const ratio = this.engine.newest(target, horizonS)?.ratio ?? 1;
    return Object.fromEntries(Object.entries(errors).map(([name, mae]) => [name, mae === null ? null : mae * ratio]));
  }
}

function conditionOf(covariance: number[][]): number | null {
  const eigenvalues = new EigenvalueDecomposition(new Matrix(covariance), { assumeSymmetric: true }).realEigenvalues;
  const smallest = Math.min(...eigenvalues);
  return smallest <= SMALLEST_EIGENVALUE ? null : Math.max(...eigenvalues) / smallest;
}
