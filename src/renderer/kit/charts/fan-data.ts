import { HOUR_S } from '../../../base/durations.ts';
import type { ForecastBundle, ForecastEntry, IssuedForecast, Tonight } from '../../../contract/forecast.ts';
import type { SomeRange } from '../../../contract/history.ts';
import type { Target } from '../../../contract/names.ts';
import { FORECAST_PERIOD_S, OLD_AFTER_PERIODS } from '../data/freshness.ts';

/** Series of one quantity around now: shared by every fan chart of the page. */
export interface FanState {
  nowS: number;
  /** With the column of this quantity. */
  history: SomeRange | null;
  /** Newest sample. */
  sample: { tS: number; value: number } | null;
  isStale: boolean;
  forecast: ForecastBundle | null;
  isForecastOld: boolean;
  /** Forecast issued a day ago, if it is kept. */
  yesterday: IssuedForecast | null;
  /** Low of the night and high of the day, as the words beside the chart have them. */
  extremes: ReadonlyArray<Tonight['low'] | undefined>;
  pastS: number;
  futureS: number;
}

export type FanEntry = Pick<ForecastEntry, 'horizon_s' | 'horizon_label' | 'valid_ts'> &
  Record<'mu' | 'lo' | 'hi' | 'p25' | 'p75', number | null> & { isProvisional: boolean };

export interface FanData {
  fromS: number;
  toS: number;
  nowS: number;
  past: { ts: readonly number[]; values: ReadonlyArray<number | null>; widestGapS: number };
  sample: { tS: number; value: number; isFresh: boolean } | null;
  /** Start of the forecast: the present while both are fresh, else the time and value it was made from. */
  start: { tS: number; value: number } | null;
  entries: readonly FanEntry[];
  /** Yesterday's forecast for the hours that have passed, drawn beside what was measured. */
  said: ReadonlyArray<{ tS: number; value: number }>;
  /** Issue time of this quantity's last forecast. */
  issuedS: number | null;
  isForecastOld: boolean;
}

/** Column of a quantity in the history. */
export const COLUMN = { temperature: 'temp', humidity: 'hum', pressure: 'press' } as const;

/**
 * Bands that never narrow with the horizon: each side is at least as far from the middle as at the horizon before, whatever a young
 * estimate of one horizon says.
 */
export function bandsOf(entries: readonly ForecastEntry[], target: Target): Array<ForecastEntry & FanEntry> {
  const reach = { lo: 0, hi: 0, p25: 0, p75: 0 };
  const inRange = (value: number): number => (target === 'humidity' ? Math.min(100, Math.max(0, value)) : value);
  return entries.map((entry) => {
    const { mu, lo, hi } = entry;
    const { p25 = null, p75 = null } = entry.quantiles ?? {};
    const known = { ...entry, p25, p75, isProvisional: entry.provisional === true };
    if (mu === null) return known;
    const least = (of: keyof typeof reach, edge: number | null, side: 1 | -1): number | null => {
      if (edge === null) return null;
      reach[of] = Math.max(reach[of], side * (edge - mu));
      return inRange(mu + side * reach[of]);
    };
    const [low, high] = [least('lo', lo, -1), least('hi', hi, 1)];
    const inBand = (edge: number | null): number | null =>
      edge === null || low === null || high === null ? null : Math.min(high, Math.max(low, edge));
    return {
      ...known,
      lo: low,
      hi: high,
      p25: inBand(least('p25', p25, -1)),
      p75: inBand(least('p75', p75, 1)),
    };
  });
}

export const forecastOf = (bundle: ForecastBundle | null, target: Target): FanEntry[] =>
  bandsOf(bundle?.targets[target] ?? [], target);

/** An extreme that is closer than this to a horizon adds no point of its own. */
const NEAR_S = HOUR_S / 2;

/**
 * Entries with the extremes of the day between the horizons, so that the line agrees with the words beside it. They have no band: that of
 * an extreme is narrower, and is about a whole day.
 */
const through = (entries: readonly FanEntry[], extremes: FanState['extremes']): readonly FanEntry[] =>
  extremes.reduce((all, extreme) => {
    if (!extreme) return all;
    const { about_ts: valid_ts, value: mu } = extreme;
    const i = all.findIndex((entry) => entry.valid_ts > valid_ts - NEAR_S);
    const next = all[i];
    return i > 0 && next!.valid_ts > valid_ts + NEAR_S
      ? all.toSpliced(i, 0, { ...next!, horizon_s: valid_ts, valid_ts, mu, lo: null, hi: null, p25: null, p75: null })
      : all;
  }, entries);

const saidOf = (said: IssuedForecast | null, target: Target): Array<{ tS: number; value: number }> =>
  (said?.targets[target] ?? []).flatMap(({ valid_ts, mu }) => (mu === null ? [] : [{ tS: valid_ts, value: mu }]));

export function fanDataOf(target: Target, state: FanState): FanData {
  const { nowS, history, sample, isStale, forecast, isForecastOld } = state;
  const bucketS = history?.bucket_s ?? 300;
  const series = history && 'ts' in history.series ? history.series : null;
  const shown = sample && {
    // A fresh sample is the present; an old one stays at its own time.
    tS: isStale ? sample.tS : nowS,
    value: sample.value,
    isFresh: !isStale,
  };
  const foretold = forecast?.targets[target] ?? [];
  // A quantity without a new forecast keeps the time of its last one.
  const issuedS = foretold.find((e) => e.issued_ts !== undefined)?.issued_ts ?? forecast?.issued_ts ?? null;
  const isOld = isForecastOld || (issuedS !== null && nowS - issuedS > OLD_AFTER_PERIODS * FORECAST_PERIOD_S);
  const first = foretold.find((e) => e.mu !== null && e.delta !== null);
  const origin = issuedS !== null && first ? { tS: issuedS, value: first.mu! - first.delta! } : null;
  return {
    fromS: nowS - state.pastS,
    toS: nowS + state.futureS,
    nowS,
    past: {
      ts: series?.ts.map((tS) => tS + bucketS / 2) ?? [],
      values: series?.[(forecast?.series?.[target] ?? COLUMN[target]) as 'temp'] ?? [],
      widestGapS: 3.5 * bucketS,
    },
    sample: shown,
    start: shown?.isFresh && !isOld ? { tS: nowS, value: shown.value } : origin,
    entries: through(forecastOf(forecast, target), state.extremes),
    said: saidOf(state.yesterday, target),
    issuedS,
    isForecastOld: isOld,
  };
}
