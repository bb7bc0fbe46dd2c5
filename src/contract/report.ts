import { z } from 'zod';
import { int, maybe } from './common.ts';
import { Day } from './history.ts';

/** Normal values of a day: mean course from lowest to highest, and the band that holds nine days in ten. */
const Usual = z.object({ mu_min: z.number(), mu_max: z.number(), lo: z.number(), hi: z.number() });

export const ReportDay = Day.extend({
  /** The day is over and was watched from its first hour to its last: only such days are counted. */
  whole: z.boolean(),
  heating_degree_days: maybe,
  cooling_degree_days: maybe,
  usual: Usual.nullable(),
});
export type ReportDay = z.infer<typeof ReportDay>;

const moment = z.object({ value: z.number(), ts: z.number() }).nullable();
const ofDay = z.object({ value: z.number(), day: z.string() }).nullable();

/** A month in sums and extremes. Means, sums and counts are of whole days; an extreme may come from any. */
export const MonthSummary = z.object({
  month: z.string(),
  days: int,
  whole_days: int,
  temp_mean: maybe,
  temp_max_mean: maybe,
  temp_min_mean: maybe,
  temp_max: moment,
  temp_min: moment,
  heating_degree_days: maybe,
  cooling_degree_days: maybe,
  /** Lowest below 0 °C; highest below 0 °C; highest of 25 °C or more. */
  frost_days: int,
  ice_days: int,
  summer_days: int,
  hum_mean: maybe,
  hum_min: ofDay,
  hum_max: ofDay,
  /** Mean dew points: the driest and the wettest air. */
  dew_min: ofDay,
  dew_max: ofDay,
  press_mean: maybe,
  press_min: ofDay,
  press_max: ofDay,
});
export type MonthSummary = z.infer<typeof MonthSummary>;

export const MonthReport = z.object({
  month: z.string().regex(/^\d{4}-\d{2}$/),
  name: z.string(),
  from_ts: z.number(),
  to_ts: z.number(),
  over: z.boolean(),
  days_in_month: int,
  degree_day_base_c: z.number(),
  /** Oldest first; days nothing is known of are left out. */
  days: z.array(ReportDay),
  summary: MonthSummary,
  /** The same month a year before; null when nothing is known of it. */
  year_ago: MonthSummary.nullable(),
  first_month: z.string().nullable(),
});
export type MonthReport = z.infer<typeof MonthReport>;
