import type { Day as Measured } from '../../../../contract/history.ts';
import type { MonthReport } from '../../../../contract/report.ts';
import { type Day, dayText } from '../../../calendar.ts';
import { firstOfMonth } from '../../../calendar-dates.ts';

export interface Extreme {
  valueC: number;
  tS: number;
}

/** High and low of a span of days. */
export interface Span {
  high: Extreme | null;
  low: Extreme | null;
  /** Null where no gauge measures it. */
  rainMm: number | null;
}

/** Days of the calendar, of which one looks back on: this one, the one before, the month, the year. */
export interface Spans {
  today: Span;
  yesterday: Span;
  month: Span;
  year: Span;
}

const firstOfYear = (today: Day): string => `${dayText(today).slice(0, 4)}-01-01`;

/** High and low of today, yesterday, this month and this year. A day of which only a part is left counts with that part. */
export function spansOf(days: readonly Measured[], today: Day): Spans {
  const since = (first: string): Span => extremesOf(days.filter(({ day }) => day >= first && day <= dayText(today)));
  const on = (day: Day): Span => extremesOf(days.filter((one) => one.day === dayText(day)));
  return {
    today: on(today),
    yesterday: on(today - 1),
    month: since(dayText(firstOfMonth(today))),
    year: since(firstOfYear(today)),
  };
}

function extremesOf(days: readonly Measured[]): Span {
  const span: Span = { high: null, low: null, rainMm: null };
  for (const { temp_max, temp_max_ts, temp_min, temp_min_ts, rain_sum } of days) {
    if (typeof rain_sum === 'number') span.rainMm = (span.rainMm ?? 0) + rain_sum;
    if (temp_max !== null && temp_max_ts !== null && temp_max > (span.high?.valueC ?? Number.NEGATIVE_INFINITY))
      span.high = { valueC: temp_max, tS: temp_max_ts };
    if (temp_min !== null && temp_min_ts !== null && temp_min < (span.low?.valueC ?? Number.POSITIVE_INFINITY))
      span.low = { valueC: temp_min, tS: temp_min_ts };
  }
  return span;
}

/**
 * Warmer than usual, °C, as a mean over whole days of the report, or over one of them: the middle between low and high against that of
 * the usual course. Null where nobody knows what is usual.
 */
export function thanUsual({ days }: MonthReport, only?: string): number | null {
  const steps = days.flatMap(({ day, whole, temp_min, temp_max, usual }) =>
    whole && usual !== null && temp_min !== null && temp_max !== null && (only === undefined || day === only)
      ? [(temp_min + temp_max - usual.mu_min - usual.mu_max) / 2]
      : [],
  );
  return steps.length === 0 ? null : steps.reduce((sum, step) => sum + step, 0) / steps.length;
}
