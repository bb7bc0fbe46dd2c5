import type { ForecastBundle, ForecastEntry } from '../../contract/forecast.ts';
import { HORIZON_LABELS, TARGETS, type Target } from '../../contract/names.ts';
import type { TickRow } from '../tick.ts';
import { priorHalfwidth } from './bands/head-band.ts';
import { Paths } from './bands/paths.ts';
import type { BandQuantiles } from './bands/quantiles.ts';
import { clip, type HeadKey } from './grid.ts';
import type { Issue } from './heads/head.ts';
import { publishedWeights } from './learners/expert-blend.ts';

/** Forecast of one head, with all that publishing needs. */
export interface HeadForecast extends HeadKey {
  tS: number;
  issue: Issue;
  /** Feature vector, valid until the next look. */
  phi: Float64Array;
  psi: Float64Array;
  /** p_sea-level / p_station of the moment for pressure, otherwise 1. */
  ratio: number;
}

/** The forecast as last issued, by head. A head without a new forecast keeps its old one, with its age. */
export class IssuedForecast {
  #forecasts: HeadForecast[] = [];
  /** Ratio p_sea-level / p_station of the newest row that knew one: pressure is published by it between ticks. */
  seaLevelRatio = 1;

  publishBy({ stationHpa, seaLevelRatio }: TickRow): void {
    if (stationHpa !== null) this.seaLevelRatio = seaLevelRatio;
  }

  /** Of targets without a new forecast, entries stay whose valid time is still ahead. */
  replace(issued: readonly HeadForecast[], nowS: number): void {
    const renewed = new Set(issued.map(({ target }) => target));
    const kept = this.#forecasts.filter((old) => !renewed.has(old.target) && old.tS + old.horizonS > nowS);
    this.#forecasts = [...issued, ...kept];
  }

  forget(targets: readonly Target[] = TARGETS): void {
    this.#forecasts = this.#forecasts.filter(({ target }) => !targets.includes(target));
  }

  /** Newest forecast of one head; null before its first. */
  newest(target: Target, horizonS: number): HeadForecast | null {
    return this.#forecasts.find((one) => one.target === target && one.horizonS === horizonS) ?? null;
  }

  /** The possible courses of one target as they were foretold last; null before anything was. */
  paths(target: Target, stepS: number, usual: (tS: number) => number | null): Paths | null {
    return pathsOf(this.#forecasts, target, stepS, usual);
  }

  bundle(): ForecastBundle {
    const issuedS = this.#forecasts[0]?.tS ?? null;
    const targets: ForecastBundle['targets'] = {};
    const anchors: ForecastBundle['anchors'] = {};
    for (const target of TARGETS) {
      const said = this.#forecasts.filter((one) => one.target === target);
      targets[target] = said.map((one) => entryOf(one, issuedS!));
      anchors[target] = said[0] ? said[0].issue.experts[0]! * said[0].ratio : null;
    }
    if (issuedS === null) return { issued_ts: null, anchors: {}, targets, warming_up: true };
    return { issued_ts: issuedS, anchors, targets };
  }
}

const halfwidthOf = ({ target, horizonS, issue }: HeadForecast): number =>
  issue.halfwidth ?? priorHalfwidth(target, horizonS);

/** API entry of an issued forecast, relative to the newest bundle's time: an older entry says so. */
function entryOf(said: HeadForecast, issuedS: number): ForecastEntry {
  const { target, horizonS, tS, issue, ratio } = said;
  const anchor = issue.experts[0]!;
  const halfwidth = halfwidthOf(said);
  const bounded = (value: number) => (target === 'humidity' ? clip(value, 0, 100) : value * ratio);
  return {
    horizon_s: horizonS,
    horizon_label: HORIZON_LABELS[horizonS] ?? `${horizonS}s`,
    valid_ts: tS + horizonS,
    mu: issue.forecast * ratio,
    lo: bounded(issue.forecast - halfwidth),
    hi: bounded(issue.forecast + halfwidth),
    ...(issue.quantiles ? { quantiles: quantilesOf(issue.quantiles.map((q) => bounded(issue.forecast + q))) } : {}),
    delta: (issue.forecast - anchor) * ratio,
    sigma: issue.sigma === null ? null : issue.sigma * ratio,
    weights: publishedWeights(issue.weights),
    ...(issue.halfwidth === null ? { provisional: true } : {}),
    ...(tS < issuedS ? { issued_ts: tS } : {}),
  };
}

const quantilesOf = ([p05, p25, p75, p95]: readonly number[]): ForecastEntry['quantiles'] => ({
  p05: p05!,
  p25: p25!,
  p75: p75!,
  p95: p95!,
});

/** In published units, from what was said of one target at one moment. */
export function pathsOf(
  all: readonly HeadForecast[],
  target: Target,
  stepS: number,
  usual: (tS: number) => number | null,
): Paths | null {
  const said = all.filter((one) => one.target === target).sort((a, b) => a.horizonS - b.horizonS);
  const first = said[0];
  if (!first) return null;
  const { tS, ratio, issue } = first;
  const nodes = said.map((one) => ({
    horizonS: one.horizonS,
    forecast: one.issue.forecast * ratio,
    halfwidth: halfwidthOf(one) * ratio,
    quantiles: one.issue.quantiles && (one.issue.quantiles.map((q) => q * ratio) as unknown as BandQuantiles),
  }));
  const published = (atS: number) => {
    const value = usual(atS);
    return value === null ? null : value * ratio;
  };
  return new Paths({ target, tS, anchor: issue.experts[0]! * ratio, stepS, nodes, usual: published });
}
