import { DAY_S } from '../../base/durations.ts';
import { type Day, dayOf, dayText } from './calendar.ts';

export function dateOf(day: Day): { year: number; month: number; day: number } {
  const date = new Date(day * DAY_S * 1000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Null for anything that is not a day of the calendar. */
export function dayFromText(text: string): Day | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const found = dayOf(year, month, day);
  return dayText(found) === text ? found : null;
}

/** The same date some months on; the last of the month where it has no such date. */
export function monthsOn(from: Day, months: number): Day {
  const { year, month, day } = dateOf(from);
  return Math.min(dayOf(year, month + months, day), dayOf(year, month + months + 1, 0));
}

export const firstOfMonth = (day: Day): Day => day - dateOf(day).day + 1;
