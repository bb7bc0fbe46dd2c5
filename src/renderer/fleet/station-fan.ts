import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { FleetForecast, FleetHistory } from '../../contract/fleet.ts';
import type { Target } from '../../contract/names.ts';
import type { FanData } from '../kit/charts/fan-data.ts';
import { SECONDS } from './horizons.ts';

/** Issued once an hour, and on its way for some minutes. */
const OLD_AFTER_S = 2.5 * HOUR_S;

/** A station's rows as data of the dashboard's fan chart. */
export function fanOf(
  target: Target,
  nowS: number,
  history: FleetHistory | null,
  forecast: FleetForecast | null,
): FanData {
  const bucketS = history?.bucket_s ?? 300;
  const ts = history?.ts.map((tS) => tS + bucketS / 2) ?? [];
  const values = history?.[target] ?? [];
  const issuedS = forecast?.issue_ts ?? null;
  const inRange = (value: number): number => (target === 'humidity' ? Math.min(100, Math.max(0, value)) : value);
  const entries = (forecast?.targets[target] ?? []).flatMap(({ horizon, mu, halfwidth }) => {
    const horizonS = SECONDS[horizon];
    if (horizonS === undefined || issuedS === null) return [];
    const side = (sign: number): number | null => (halfwidth === null ? null : inRange(mu + sign * halfwidth));
    const valid = { horizon_s: horizonS, horizon_label: horizon, valid_ts: issuedS + horizonS };
    return [{ ...valid, mu, lo: side(-1), hi: side(1), p25: null, p75: null, isProvisional: false }];
  });
  const last = values.findLastIndex((value) => value !== null);
  // A forecast sets out from what had been measured when it was made.
  const from = issuedS === null ? -1 : ts.findLastIndex((tS, i) => tS <= issuedS && values[i] !== null);
  return {
    fromS: nowS - DAY_S,
    toS: nowS + DAY_S,
    nowS,
    past: { ts, values, widestGapS: 3.5 * bucketS },
    sample: last < 0 ? null : { tS: ts[last]!, value: values[last]!, isFresh: false },
    start: from < 0 ? null : { tS: issuedS!, value: values[from]! },
    entries,
    said: [],
    issuedS,
    isForecastOld: issuedS !== null && nowS - issuedS > OLD_AFTER_S,
  };
}
