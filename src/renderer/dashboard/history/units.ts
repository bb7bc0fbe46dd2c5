import { type Calendar, type Day, dayOf } from '../../kit/calendar.ts';
import { dateOf, firstOfMonth, monthsOn } from '../../kit/calendar-dates.ts';
import type { Window } from './window.ts';

/** A day, month or year of the calendar: what is turned like a page. */
export const UNITS = ['day', 'month', 'year'] as const;
export type Unit = (typeof UNITS)[number];

const firstOf = (unit: Unit, day: Day): Day =>
  unit === 'day' ? day : unit === 'month' ? firstOfMonth(day) : dayOf(dateOf(day).year, 1, 1);

const after = (unit: Unit, first: Day, by: number): Day =>
  unit === 'day' ? first + by : monthsOn(first, unit === 'month' ? by : 12 * by);

/** The day, month or year that holds a day, and its neighbours (`by` of them on). */
export function unitWindow(unit: Unit, day: Day, calendar: Calendar, by = 0): Window {
  const first = after(unit, firstOf(unit, day), by);
  return { fromS: calendar.startS(first), toS: calendar.startS(after(unit, first, 1)) };
}

/** Which unit a window shows exactly; null for any other stretch. */
export const unitOf = ({ fromS, toS }: Window, calendar: Calendar): Unit | null =>
  UNITS.find((unit) => {
    const whole = unitWindow(unit, calendar.dayAt(fromS), calendar);
    return whole.fromS === fromS && whole.toS === toS;
  }) ?? null;
