import type { ForecastBundle, ForecastEntry } from '../../contract/forecast.ts';
import { TARGETS, type Target } from '../signals.ts';
import { clip } from './grid.ts';
import { type Issue, publishedWeights } from './heads/head.ts';

/** What one head said, with all that publishing it takes. */
export interface Said {
  target: Target;
  horizonS: number;
  tS: number;
  issue: Issue;
  phi: Float64Array;
  psi: Float64Array;
  /** p_sea-level / p_station of the moment for pressure, otherwise 1. */
  ratio: number;
}

const LABELS: Readonly<Record<number, string>> = {
  900: '15m',
  3600: '1h',
  10800: '3h',
  21600: '6h',
  43200: '12h',
  86400: '1d',
};

/**
 * Half-widths before nine forecasts have matured, in units of s_H: 19 of 20 changes over any of the horizons stay within them at
 * temperate stations. Wider than what is learned later, and marked as provisional.
 */
const PRIOR_HALFWIDTH: Readonly<Record<Target, number>> = { temperature: 2, humidity: 2.5, pressure: 3 };

/** As of the newest bundle's time: an entry that is older says so. */
export function entryOf({ target, horizonS, tS, issue, ratio }: Said, issuedS = tS): ForecastEntry {
  const anchor = issue.experts[0]!;
  const halfwidth = issue.halfwidth ?? PRIOR_HALFWIDTH[target] * issue.scale;
  const bounded = (value: number) => (target === 'humidity' ? clip(value, 0, 100) : value * ratio);
  return {
    horizon_s: horizonS,
    horizon_label: LABELS[horizonS] ?? `${horizonS}s`,
    valid_ts: tS + horizonS,
    mu: issue.forecast * ratio,
    lo: bounded(issue.forecast - halfwidth),
    hi: bounded(issue.forecast + halfwidth),
    delta: (issue.forecast - anchor) * ratio,
    sigma: issue.sigma === null ? null : issue.sigma * ratio,
    weights: publishedWeights(issue.weights),
    ...(issue.halfwidth === null ? { provisional: true } : {}),
    ...(tS < issuedS ? { issued_ts: tS } : {}),
  };
}

export function bundleOf(said: readonly Said[]): ForecastBundle {
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
