import type { RainModel } from '../contract/models.ts';
import type { RainProbabilities } from '../station/forecast/rain/learner.ts';

const BINS = 10;
/** Weight of the configured rate in the running base rate, in forecasts: a week of them. */
const BASE_WEIGHT = 56;

export type RainScore = ReturnType<RainTally['score']>;

export const FEWEST_IN_BIN = 50;

/** Fault of a record, not of this program. */
export class NothingToScore extends Error {}

/** Gathers forecasts and what followed them. */
export class RainTally {
  readonly #said: { rain: number; prior: number; base: number; truth: number }[] = [];
  #wet = 0;

  constructor(private readonly baseRate: number) {}

  add({ rain, prior }: Pick<RainProbabilities, 'rain' | 'prior'>, truth: boolean): void {
    const base = (this.#wet + BASE_WEIGHT * this.baseRate) / (this.#said.length + BASE_WEIGHT);
    this.#said.push({ rain, prior, base, truth: truth ? 1 : 0 });
    if (truth) this.#wet += 1;
  }

  score(model: RainModel) {
    const n = this.#said.length;
    if (n === 0) throw new NothingToScore('no three hours whose rain is known follow a known humidity');
    const brierOf = (key: 'rain' | 'prior' | 'base') =>
      this.#said.reduce((sum, said) => sum + (said[key] - said.truth) ** 2, 0) / n;
    const brier = brierOf('rain');
    const brierBase = brierOf('base');
    const reliability = this.#reliability();
    const auc = (key: 'rain' | 'prior') => aucOf(this.#said.map((said) => ({ p: said[key], truth: said.truth })));
    const { coefficients, strong_labels, weak_labels, logloss_ewma } = model;
    return {
      n,
      /** Share of rain that followed. */
      observed_rate: this.#wet / n,
      configured_rate: this.baseRate,
      brier,
      /** Brier score of the running base rate, which knows only the past, like the model. */
      brier_base: brierBase,
      brier_skill: 1 - brier / brierBase,
      prior_brier_skill: 1 - brierOf('prior') / brierBase,
      auc: auc('rain'),
      prior_auc: auc('prior'),
      /** Largest distance of forecast and observation over the bins with at least 50 forecasts. */
      calibration_error: Math.max(
        0,
        ...reliability.filter((bin) => bin.n >= FEWEST_IN_BIN).map((bin) => Math.abs(bin.forecast - bin.observed)),
      ),
      reliability,
      strong_labels,
      weak_labels,
      logloss_ewma,
      coefficients,
    };
  }

  #reliability() {
    const bins = Array.from({ length: BINS }, (_, i) => ({
      lo: i / BINS,
      hi: (i + 1) / BINS,
      n: 0,
      /** Mean probability given, and share of rain that followed. */
      forecast: 0,
      observed: 0,
    }));
    for (const { rain, truth } of this.#said) {
      const bin = bins[Math.min(BINS - 1, Math.floor(rain * BINS))]!;
      bin.n += 1;
      bin.forecast += (rain - bin.forecast) / bin.n;
      bin.observed += (truth - bin.observed) / bin.n;
    }
    return bins.filter((bin) => bin.n > 0);
  }
}

/** Probability that a wet spell was given more than a dry one: Mann and Whitney's count, ties half. NaN where one of the two is missing. */
export function aucOf(said: readonly { p: number; truth: number }[]): number {
  const sorted = said.toSorted((a, b) => a.p - b.p);
  let rankSum = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]!.p === sorted[from]!.p) to += 1;
    for (let i = from; i < to; i++) rankSum += (sorted[i]!.truth * (from + 1 + to)) / 2;
    from = to;
  }
  const wet = said.reduce((sum, { truth }) => sum + truth, 0);
  return (rankSum - (wet * (wet + 1)) / 2) / (wet * (said.length - wet));
}
