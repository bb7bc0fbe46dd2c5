import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import type { Steps } from '../../base/steps.ts';
import type { Head as HeadWire, Models, Nerd } from '../../contract/models.ts';
import { ALPHA_TARGET } from './bands/conformal.ts';
import { CLIMATE_SERIES } from './climate/climatology.ts';
import { ANNUAL_HARMONICS, DIURNAL_HARMONICS, RIDGE } from './climate/harmonics.ts';
import type { ForecastEngine } from './engine.ts';
import type { Head } from './heads/head.ts';
import { FEATURE_COUNT } from './learners/features.ts';
import { P_MAX } from './learners/pupils.ts';

/** Below this the smallest eigenvalue is rounding, and their ratio means nothing. */
const SMALLEST_EIGENVALUE = 1e-12;

/** Decompositions until one takes hardly longer than the thousandth. */
const WARM_UP = 8;

const decimals = (value: number, places: number): number => Number(value.toFixed(places));

/** The forecast room in the words of `/api/models` and `/api/nerd` (spec 2.8 and 2.10). */
export class ForecastInternals {
  /** Condition numbers of the covariances as they were last asked for; each belongs to the trace beside it. */
  readonly #conditions = new WeakMap<Head['learner'], { updates: number; traceP: number; condP: number | null }>();

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

  /** Works out condition numbers that are not known, a head a step: the eigenvalues of 18 matrices take some 6 ms. */
  *decompose(): Steps<void> {
    for (const { target, horizonS } of this.engine.headKeys) {
      this.#conditionOf(this.engine.head(target, horizonS));
      yield;
    }
  }

  #conditionOf({ learner }: Head): number | null {
    const { updates, traceP } = learner;
    const known = this.#conditions.get(learner);
    if (known?.updates === updates && known.traceP === traceP) return known.condP;
    const condP = conditionOf(learner.covariance());
    this.#conditions.set(learner, { updates, traceP, condP });
    return condP;
  }

  nowcast(): Models['nowcast'] {
    return this.#all((head) => {
      const halfwidth = this.#halfwidth(head);
      return {
        target: head.target,
        horizon_s: head.horizonS,
        n_updates: head.learner.updates,
        n_scored: head.members.state.scored,
        weights: head.weights,
        member_mae: this.#published(head, head.members.mae),
        conformal_alpha: head.conformal.state.alpha,
        conformal_halfwidth: halfwidth,
        coverage: head.conformal.coverage,
      };
    });
  }

  heads(): HeadWire[] {
    return this.#all((head) => {
      const { learner, conformal } = head;
      const lam = decimals(head.pupils.lam, 6); // as the wire shows it: so close to 1 its seventh decimal moves eff_memory by a percent
      return {
        target: head.target,
        horizon_s: head.horizonS,
        n_updates: learner.updates,
        trace_p: learner.traceP,
        cond_p: this.#conditionOf(head),
        theta_norm: Math.hypot(...learner.theta),
        rmse_ewma: head.members.rmseLearned,
        lam,
        p_max: P_MAX,
        eff_memory: 1 / (1 - lam),
        alpha: conformal.state.alpha,
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
      n: head.conformal.state.judged,
    })).flatMap(({ realised, ...point }) => (realised === null ? [] : [{ ...point, realised }]));
  }

  climatologyFacts(places: number): Models['climatology'] {
    const { series, ready, historyDays } = this.engine.climatology;
    return {
      ready,
      annual_terms: CLIMATE_SERIES.some((name) => series[name].annual),
      history_days: decimals(historyDays, places),
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
