import { z } from 'zod';
import { int, maybe } from './common.ts';

export const Weights = z.object({ persistence: maybe, climatology: maybe, learned: maybe });
export type Weights = z.infer<typeof Weights>;

/** Values that 5, 25, 75 and 95 of 100 truths stay below. The outer two need not be as far from `mu` as one another. */
const Quantiles = z.object({ p05: z.number(), p25: z.number(), p75: z.number(), p95: z.number() });

export const ForecastEntry = z.object({
  horizon_s: int,
  horizon_label: z.string(),
  valid_ts: z.number(),
  mu: maybe,
  lo: maybe,
  hi: maybe,
  /** Nine of ten truths lie between the outer two, every second one between the inner two; absent while `provisional`. */
  quantiles: Quantiles.optional(),
  delta: maybe,
  sigma: maybe,
  weights: Weights,
  /** Present and true while too few forecasts have matured to know a width: the interval is then a wide prior one. */
  provisional: z.boolean().optional(),
  /** Issue time of a target that could not be forecast again; absent otherwise. */
  issued_ts: z.number().optional(),
});
export type ForecastEntry = z.infer<typeof ForecastEntry>;

export const ForecastBundle = z.object({
  issued_ts: maybe,
  anchors: z.record(z.string(), maybe),
  targets: z.record(z.string(), z.array(ForecastEntry)),
  warming_up: z.boolean().optional(),
  /** Ours: series of `/api/history/range` that a target is forecast of; absent where it is the board's own. */
  series: z.record(z.string(), z.string()).optional(),
});
export type ForecastBundle = z.infer<typeof ForecastBundle>;

/** Probability that a value is passed at some time up to `by_ts`, from simulated paths. */
export const Chance = z.object({
  target: z.string(),
  side: z.enum(['below', 'above']),
  value: z.number(),
  issued_ts: maybe,
  by_ts: maybe,
  /** 0..1; null while nothing is foretold, for a time that is past, and where the forecast does not reach so far. */
  chance: maybe,
});
export type Chance = z.infer<typeof Chance>;

const ChanceSpan = z.object({
  from_ts: z.number(),
  by_ts: z.number(),
  below: z.array(z.number()),
  above: z.array(z.number()),
});
/** Ours: chance of each value within each three hours of the clock, as far as the forecast reaches. One answer serves every threshold. */
export const Chances = z.object({
  target: z.string(),
  issued_ts: maybe,
  values: z.array(z.number()),
  /** Oldest first; the first begins now. `below` and `above` have a chance for each of `values`. */
  spans: z.array(ChanceSpan),
  /** From now on as far as the forecast reaches; null without one. */
  whole: ChanceSpan.nullable(),
});
export type Chances = z.infer<typeof Chances>;

/** The lowest or highest of a span: the forecast's own, the band that holds it nine times in ten, and about when it comes. */
const Extreme = z.object({
  from_ts: z.number(),
  by_ts: z.number(),
  value: z.number(),
  lo: z.number(),
  hi: z.number(),
  about_ts: z.number(),
});
/** Ours: what tonight and the next day bring, from the same paths as the chances. Null while nothing is foretold. */
export const Tonight = z.object({
  issued_ts: maybe,
  /** Night is from 18:00 to 8:00 of the station's clock, day from 8:00 to 20:00; what was measured of it counts. */
  low: Extreme.nullable(),
  high: Extreme.nullable(),
  /** Chance of 0 °C or less before the night's end, and from about when. */
  frost: z.object({ by_ts: z.number(), chance: z.number(), from_ts: maybe }).nullable(),
});
export type Tonight = z.infer<typeof Tonight>;

export const OutlookEntry = z.object({ ts: z.number(), lead_h: z.number(), mu: maybe, lo: maybe, hi: maybe });
const OutlookDay = z.object({ day: z.string(), mu_min: maybe, mu_max: maybe, lo: maybe, hi: maybe });
export const Outlook = z.object({
  issued_ts: maybe,
  ready: z.boolean(),
  annual_terms: z.boolean(),
  history_days: z.number(),
  targets: z.record(z.string(), z.array(OutlookEntry)),
  /** Local days per target; absent while climatology is not ready. */
  days: z.record(z.string(), z.array(OutlookDay)).optional(),
  method: z.string(),
  caveat: z.string(),
});
export type Outlook = z.infer<typeof Outlook>;

/** Score of one head over some time. `skill` is null while there are too few forecasts for a verdict. */
const score = {
  n: int,
  mae: maybe,
  mae_persistence: maybe,
  mae_climatology: maybe,
  skill: maybe,
  coverage: maybe,
  mean_width: maybe,
};
export const ScorecardRow = z.object({
  ts: z.number(),
  target: z.string(),
  horizon_s: int,
  ...score,
  rmse: maybe,
  bias: maybe,
  crps: maybe,
  window_days: z.number(),
});
export type ScorecardRow = z.infer<typeof ScorecardRow>;
export const Scorecard = z.object({ rows: z.array(ScorecardRow), explainer: z.string() });
export type Scorecard = z.infer<typeof Scorecard>;

export const VerifyResult = z.object({ scored: int, buckets: int });
export type VerifyResult = z.infer<typeof VerifyResult>;

export const TrainResult = z.union([
  z.object({
    trained: z.literal(true),
    ts: z.number(),
    hours: z.number(),
    grid_rows: int,
    valid_rows: int,
    span_days: z.number(),
    pairs: z.record(z.string(), int),
    climatology_resid_std: z.record(z.string(), maybe),
    annual_terms: z.boolean(),
    seconds: z.number(),
  }),
  z.object({ trained: z.literal(false), reason: z.string() }),
]);
export type TrainResult = z.infer<typeof TrainResult>;

/** Forecast as issued at one moment of the last year, by the hour for thirty days; null and no entries if none was issued then. */
export const IssuedForecast = z.object({
  issued_ts: maybe,
  anchors: z.record(z.string(), maybe),
  targets: z.record(
    z.string(),
    z.array(z.object({ horizon_s: int, valid_ts: z.number(), mu: maybe, lo: maybe, hi: maybe })),
  ),
  /** The oldest and the newest that are kept; null where there is none yet. */
  first_ts: maybe,
  last_ts: maybe,
});
export type IssuedForecast = z.infer<typeof IssuedForecast>;

/** Score of one head in a day (UTC) or month: `2026-10-31` or `2026-10`. */
const SkillRow = z.object({ period: z.string(), ...score });
export const SkillHistory = z.object({
  target: z.string(),
  horizon_s: int,
  by: z.enum(['day', 'month']),
  /** Oldest first, as far back as scores are kept. */
  rows: z.array(SkillRow),
});
export type SkillHistory = z.infer<typeof SkillHistory>;
