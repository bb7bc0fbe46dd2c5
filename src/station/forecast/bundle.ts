import type { ForecastBundle, ForecastEntry } from '../../contract/forecast.ts';
import { HORIZON_LABELS, TARGETS, type Target } from '../../contract/names.ts';
import { priorHalfwidth } from './bands/head-band.ts';
import { Paths } from './bands/paths.ts';
import type { BandQuantiles } from './bands/quantiles.ts';
import { clip } from './grid.ts';
import type { Issue } from './heads/head.ts';
import { publishedWeights } from './learners/expert-blend.ts';

/** Forecast of one head, with all that publishing needs. */
export interface HeadForecast {
  target: Target;
  horizonS: number;
  tS: number;
  issue: Issue;
  /** Feature vector, valid until the next look. */
  phi: Float64Array;
  psi: Float64Array;
  /** p_sea-level / p_station of the moment for pressure, otherwise 1. */
  ratio: number;
}

const halfwidthOf = ({ target, horizonS, issue }: HeadForecast): number =>
  issue.halfwidth ?? priorHalfwidth(target, horizonS);

/** API entry of an issued forecast, relative to the newest bundle's time: an older entry says so. */
export function entryOf(said: HeadForecast, issuedS = said.tS): ForecastEntry {
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

export function bundleOf(said: readonly HeadForecast[]): ForecastBundle {
  const first = said[0];
  const targets: Record<string, ForecastEntry[]> = {};
  for (const target of TARGETS)
    targets[target] = said.filter((one) => one.target === target).map((one) => entryOf(one, first?.tS));
  if (!first) return { issued_ts: null, anchors: {}, targets, warming_up: true };
  const anchors: Record<string, number | null> = {};
  for (const target of TARGETS) {
    const one = said.find((candidate) => candidate.target === target);
    anchors[target] = one ? one.issue.experts[0]! * one.ratio : null;
  }
  return { issued_ts: first.tS, anchors, targets };
}
