import { DAY_S } from '../base/durations.ts';
import { crps } from '../station/forecast/bands/quantiles.ts';
import type { HeadKey } from '../station/forecast/grid.ts';
import type { Matured } from '../station/forecast/heads/matured.ts';
import { addTo, noSums, scoresOf, winkler } from '../station/forecast/verification.ts';

/** Rival forecast: persistence with the same conformal intervals, in learned units. */
export interface Rival {
  halfwidth: number | null;
  quantiles: Float64Array | null;
  scale: number;
}

/** Sums over matured forecasts beside those of the rival. */
class Tally {
  readonly sums = noSums();
  inner = 0;
  rivalWinkler = 0;
  rivalCrps = 0;

  add(m: Matured, rival: Rival): void {
    addTo(this.sums, m);
    if (m.halfwidth === null || rival.halfwidth === null || rival.quantiles === null) return;
    if (m.quantiles) {
      const said = m.truth - m.forecast;
      this.inner += said >= m.quantiles[1] && said <= m.quantiles[2] ? 1 : 0;
    }
    const rivalError = m.truth - m.persistence;
    this.rivalWinkler += winkler(m.ratio * rivalError, m.ratio * rival.halfwidth);
    this.rivalCrps += m.ratio * rival.scale * crps(rivalError / rival.scale, rival.quantiles);
  }
}

export type BacktestRow = ReturnType<HeadTally['row']>;

const PARTS = 10;
const FEWEST_FOR_PARTS = 200;

/** A 90 % that is right on average only is too narrow where it is narrow and too wide where it is wide. */
class ByWidth {
  /** In order of time; a record of years has millions of them, which as objects would cost more than the forecasts. */
  readonly #widths: number[] = [];
  readonly #hits: number[] = [];

  add(m: Matured): void {
    if (m.halfwidth === null) return;
    this.#widths.push(m.ratio * m.halfwidth);
    this.#hits.push(Math.abs(m.truth - m.forecast) <= m.halfwidth ? 1 : 0);
  }

  coverage(): number[] | null {
    const widths = this.#widths;
    const n = widths.length;
    if (n < FEWEST_FOR_PARTS) return null;
    const sorted = Uint32Array.from({ length: n }, (_, i) => i).sort((a, b) => widths[a]! - widths[b]! || a - b);
    return Array.from({ length: PARTS }, (_, i) => {
      const part = sorted.subarray(Math.floor((i * n) / PARTS), Math.floor(((i + 1) * n) / PARTS));
      let hits = 0;
      for (const at of part) hits += this.#hits[at]!;
      return hits / part.length;
    });
  }
}

/** A month that is not half there says more about its gaps than about the forecasts. */
const SHARE_OF_MONTH = 0.5;
const MONTH_S = 30.4 * DAY_S;

/** Scores of a head over a backtest: after the warm-up, by month, and during the cold start. */
export class HeadTally {
  readonly warm = new Tally();
  readonly cold = new Tally();
  readonly #months = new Map<string, Tally>();
  readonly #byWidth = new ByWidth();

  constructor(
    private readonly key: HeadKey,
    private readonly stepS: number,
  ) {}

  addWarm(m: Matured, rival: Rival, month: string): void {
    this.warm.add(m, rival);
    this.#byWidth.add(m);
    const ofMonth = this.#months.get(month) ?? new Tally();
    this.#months.set(month, ofMonth);
    ofMonth.add(m, rival);
  }

  #judgedMonths() {
    const fewest = (SHARE_OF_MONTH * MONTH_S) / this.stepS;
    return [...this.#months]
      .filter(([, { sums }]) => sums.n >= fewest)
      .map(([month, { sums }]) => {
        const { n, skill, coverage } = scoresOf(sums);
        return { month, n, skill, coverage };
      });
  }

  row() {
    const { warm } = this;
    const { n, mae, mae_persistence, mae_climatology, skill, coverage, mean_width } = scoresOf(warm.sums);
    const cold = scoresOf(this.cold.sums);
    const months = this.#judgedMonths();
    const gain = (ours: number, theirs: number) => (theirs > 0 ? 1 - ours / theirs : null);
    const worst = (key: 'skill' | 'coverage', distance: (value: number) => number): number | null =>
      months.flatMap((month) => month[key] ?? []).toSorted((a, b) => distance(b) - distance(a))[0] ?? null;
    return {
      target: this.key.target,
      horizon_s: this.key.horizonS,
      n,
      mae,
      mae_persistence,
      mae_climatology,
      skill,
      coverage,
      /** Coverage of the inner band, from the 25 to the 75 % quantile. */
      coverage_inner: warm.sums.judged === 0 ? null : warm.inner / warm.sums.judged,
      mean_width,
      winkler_gain: gain(warm.sums.winkler, warm.rivalWinkler),
      crps_gain: gain(warm.sums.crps, warm.rivalCrps),
      worst_month_skill: worst('skill', (skill) => -skill),
      worst_month_coverage: worst('coverage', (coverage) => Math.abs(coverage - 0.9)),
      cold_skill: cold.skill,
      cold_coverage: cold.coverage,
      /** Coverage by tenths of width, from the narrowest intervals to the widest; null with too few. */
      coverage_by_width: this.#byWidth.coverage(),
      months,
    };
  }
}
