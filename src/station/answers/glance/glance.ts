import { DAY_MS, HOUR_S } from '../../../base/durations.ts';
import type { Steps } from '../../../base/steps.ts';
import { dayText, type LocalDay } from '../../../base/zone.ts';
import type { Glance, GlanceSpan } from '../../../contract/glance.ts';
import type { Day } from '../../../contract/history.ts';
import { type UsualSources, usualDayFrom, usualFrom, usualOfDay, usualSince } from './usual.ts';

/** Least rain that a gauge of 0.2 mm a tip tells from dew. */
const WET_MM = 0.2;

export interface GlanceSources extends Omit<UsualSources, 'firstS'> {
  nowS: number;
  firstS: number | null;
  /** Days from `first` to `last`, in any order; days without data are left out. */
  days(first: LocalDay, last: LocalDay): Steps<Day[]>;
}

/** `/api/history/glance`: extremes and rain of today, yesterday, this month and this year, each beside what is usual. */
export function* glance(sources: GlanceSources): Steps<Glance> {
  const { zone, nowS, firstS } = sources;
  const today = zone.dayOf(nowS);
  const firstOfMonth = today - Number(dayText(today).slice(8)) + 1;
  const firstOfYear = Date.parse(`${dayText(today).slice(0, 4)}-01-01`) / DAY_MS;
  const days = yield* sources.days(Math.min(firstOfYear, today - 1), today);
  const usual: UsualSources = { ...sources, firstS: firstS ?? nowS };

  function* ofDay(day: LocalDay): Steps<GlanceSpan> {
    const [fromS, toS] = [zone.startOf(day), Math.min(zone.startOf(day + 1), nowS)];
    const { wetDays: _, ...found } = extremesOf(days, day, day);
    const rainHours = found.rain_mm === null ? null : yield* wetHours(sources, fromS, toS);
    const known = yield* usualOfDay(usual, day, toS);
    const fromTs = known || firstS === null ? null : usualDayFrom(usual, day);
    const rain = { rain_hours: rainHours, rain_days: null };
    return { from_ts: fromS, to_ts: toS, ...found, ...rain, usual: known, usual_from_ts: fromTs };
  }
  function* since(first: LocalDay): Steps<GlanceSpan> {
    const { wetDays, ...found } = extremesOf(days, first, today);
    const known = yield* usualSince(usual, first, nowS);
    const fromTs = known || firstS === null ? null : usualFrom(usual, first);
    const fromS = Math.max(zone.startOf(first), firstS ?? 0);
    const rain = { rain_hours: null, rain_days: wetDays };
    return { from_ts: fromS, to_ts: nowS, ...found, ...rain, usual: known, usual_from_ts: fromTs };
  }
  return {
    today: yield* ofDay(today),
    yesterday: yield* ofDay(today - 1),
    month: yield* since(firstOfMonth),
    year: yield* since(firstOfYear),
  };
}

/** Extremes and rain of days; a day of which only a part is left counts with that part. */
function extremesOf(days: readonly Day[], first: LocalDay, last: LocalDay) {
  const found = {
    temp_max: null as number | null,
    temp_max_ts: null as number | null,
    temp_min: null as number | null,
    temp_min_ts: null as number | null,
    rain_mm: null as number | null,
    wetDays: null as number | null,
  };
  for (const { day, temp_max, temp_max_ts, temp_min, temp_min_ts, rain_sum } of days) {
    if (day < dayText(first) || day > dayText(last)) continue;
    if (typeof rain_sum === 'number') {
      found.rain_mm = (found.rain_mm ?? 0) + rain_sum;
      found.wetDays = (found.wetDays ?? 0) + (rain_sum >= WET_MM ? 1 : 0);
    }
    if (temp_max !== null && temp_max > (found.temp_max ?? Number.NEGATIVE_INFINITY))
      Object.assign(found, { temp_max, temp_max_ts });
    if (temp_min !== null && temp_min < (found.temp_min ?? Number.POSITIVE_INFINITY))
      Object.assign(found, { temp_min, temp_min_ts });
  }
  return found;
}

function* wetHours({ range }: GlanceSources, fromS: number, toS: number): Steps<number> {
  const { series } = yield* range(fromS, toS, HOUR_S, ['rain']);
  return 'ts' in series ? (series.rain ?? []).filter((mm) => typeof mm === 'number' && mm >= WET_MM).length : 0;
}
