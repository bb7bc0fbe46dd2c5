import { DAY_MS, HOUR_S } from '../../base/durations.ts';
import type { Steps } from '../../base/steps.ts';
import { dayText, type LocalDay } from '../../base/zone.ts';
import type { MonthReport, MonthSummary, ReportDay } from '../../contract/report.ts';
import type { Units } from '../../quantities/imperial.ts';
import type { GlanceSources } from './glance/glance.ts';

/**
 * Base temperature of heating and cooling degree days, as the weather service or the law of a country has it; by the time zone, since a
 * station knows no country. One degree day is a day whose mean is one degree off it.
 */
const BASES_C: Readonly<Record<string, number>> = {
  'Europe/London': 15.5,
  'Europe/Belfast': 15.5,
  'Europe/Dublin': 15.5,
  'Europe/Berlin': 15,
  'Europe/Busingen': 15,
  'Europe/Copenhagen': 17,
  'Europe/Rome': 20,
};
const USUAL_BASE_C = 18;
/** 65 °F. */
const AMERICAN_BASE_C = (65 - 32) / 1.8;

export const degreeDayBaseC = (zone: string, units: Units): number =>
  units === 'imperial' ? AMERICAN_BASE_C : (BASES_C[zone] ?? USUAL_BASE_C);
const SUMMER_DAY_C = 25;
/** A day is whole when it was watched to within so much of both its midnights: the coldest hour may be the first or the last. */
const EDGE_S = HOUR_S;

export interface MonthSources extends Pick<GlanceSources, 'zone' | 'nowS' | 'firstS' | 'days'> {
  /** Of the station: they tell the base of degree days in the United States. */
  units: Units;
  name: string;
  usual(startS: number, endS: number): ReportDay['usual'];
}

/** Days since the epoch of the first of a month; months may run over. */
function firstOf(year: number, month: number): LocalDay {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, 1);
  return date.getTime() / DAY_MS;
}

/** `/api/report`: one month from its daily rows, and the same of a year before. */
export function* monthReport(sources: MonthSources, asked?: string): Steps<MonthReport> {
  const { zone, nowS, firstS, name } = sources;
  const month = asked ?? dayText(zone.dayOf(nowS)).slice(0, 7);
  const [year = 0, ofYear = 0] = month.split('-').map(Number);
  const first = firstOf(year, ofYear);
  const next = firstOf(year, ofYear + 1);
  const days = yield* reportDays(sources, first, next);
  const before = firstOf(year - 1, ofYear);
  const yearAgo = yield* reportDays(sources, before, firstOf(year - 1, ofYear + 1));
  return {
    month,
    name,
    from_ts: zone.startOf(first),
    to_ts: zone.startOf(next),
    over: zone.startOf(next) <= nowS,
    days_in_month: next - first,
    degree_day_base_c: degreeDayBaseC(zone.name, sources.units),
    days,
    summary: summaryOf(month, days),
    year_ago: yearAgo.length > 0 ? summaryOf(dayText(before).slice(0, 7), yearAgo) : null,
    first_month: firstS === null ? null : dayText(zone.dayOf(firstS)).slice(0, 7),
  };
}

function* reportDays(
  { zone, nowS, days, usual, units }: MonthSources,
  first: LocalDay,
  next: LocalDay,
): Steps<ReportDay[]> {
  const last = Math.min(next - 1, zone.dayOf(nowS));
  if (last < first) return [];
  const oldestFirst = (yield* days(first, last)).sort((a, b) => (a.day < b.day ? -1 : 1));
  const baseC = degreeDayBaseC(zone.name, units);
  const found: ReportDay[] = [];
  for (const day of oldestFirst) {
    const startS = zone.startOf(zone.dayOf(day.first_ts));
    const endS = zone.startOf(zone.dayOf(day.first_ts) + 1);
    const isWhole = endS <= nowS && day.first_ts - startS <= EDGE_S && endS - day.last_ts <= EDGE_S;
    const counted = isWhole ? day.temp_mean : null;
    found.push({
      ...day,
      whole: isWhole,
      heating_degree_days: counted === null ? null : Math.max(0, baseC - counted),
      cooling_degree_days: counted === null ? null : Math.max(0, counted - baseC),
      usual: usual(startS, endS),
    });
    yield;
  }
  return found;
}

/** Null where none is known. */
function total(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
}
function mean(values: readonly (number | null)[]): number | null {
  const sum = total(values);
  return sum === null ? null : sum / values.filter((value) => value !== null).length;
}

type Numeric = { [K in keyof ReportDay]-?: ReportDay[K] extends number | null ? K : never }[keyof ReportDay];

/** The day on which a value was lowest (sign −1) or highest; the first of several. */
function extreme(days: readonly ReportDay[], of: Numeric, sign: 1 | -1): { value: number; day: ReportDay } | null {
  let found: { value: number; day: ReportDay } | null = null;
  for (const day of days) {
    const value = day[of];
    if (value !== null && (found === null || value * sign > found.value * sign)) found = { value, day };
  }
  return found;
}

function summaryOf(month: string, days: readonly ReportDay[]): MonthSummary {
  const whole = days.filter((day) => day.whole);
  const dated = (of: Numeric, at: 'temp_max_ts' | 'temp_min_ts', sign: 1 | -1) => {
    const found = extreme(days, of, sign);
    return found ? { value: found.value, ts: found.day[at] ?? found.day.first_ts } : null;
  };
  const onDay = (of: Numeric, sign: 1 | -1) => {
    const found = extreme(days, of, sign);
    return found ? { value: found.value, day: found.day.day } : null;
  };
  const count = (is: (day: ReportDay) => boolean): number => whole.filter(is).length;
  return {
    month,
    days: days.length,
    whole_days: whole.length,
    temp_mean: mean(whole.map((day) => day.temp_mean)),
    temp_max_mean: mean(whole.map((day) => day.temp_max)),
    temp_min_mean: mean(whole.map((day) => day.temp_min)),
    temp_max: dated('temp_max', 'temp_max_ts', 1),
    temp_min: dated('temp_min', 'temp_min_ts', -1),
    heating_degree_days: total(whole.map((day) => day.heating_degree_days)),
    cooling_degree_days: total(whole.map((day) => day.cooling_degree_days)),
    frost_days: count(({ temp_min }) => temp_min !== null && temp_min < 0),
    ice_days: count(({ temp_max }) => temp_max !== null && temp_max < 0),
    summer_days: count(({ temp_max }) => temp_max !== null && temp_max >= SUMMER_DAY_C),
    hum_mean: mean(whole.map((day) => day.hum_mean)),
    hum_min: onDay('hum_min', -1),
    hum_max: onDay('hum_max', 1),
    dew_min: onDay('dew_mean', -1),
    dew_max: onDay('dew_mean', 1),
    press_mean: mean(whole.map((day) => day.press_mean)),
    press_min: onDay('press_min', -1),
    press_max: onDay('press_max', 1),
  };
}
