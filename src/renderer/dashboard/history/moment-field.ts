import { type Calendar, dayText } from '../../kit/calendar.ts';
import { dayFromText } from '../../kit/calendar-dates.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** A moment as a field for date and time writes it, by the clock on the station's wall. */
export function fieldText(tS: number, calendar: Calendar): string {
  const { hour, minute } = calendar.fields(tS);
  return `${dayText(calendar.dayAt(tS))}T${two(hour)}:${two(minute)}`;
}

/** Null for what is no moment, or one that the clock jumps over. */
export function momentOf(text: string, calendar: Calendar): number | null {
  const [date = '', clock = ''] = text.split('T');
  const day = dayFromText(date);
  const [, hour, minute] = /^(\d{2}):(\d{2})/.exec(clock)?.map(Number) ?? [];
  if (day === null || hour === undefined || minute === undefined) return null;
  return calendar.at(day, hour, minute);
}
