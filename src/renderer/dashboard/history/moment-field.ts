import type { Calendar } from '../../kit/calendar.ts';
import { dayFromText } from '../../kit/calendar-dates.ts';

/** A moment as a field for date and time writes it, by the clock on the station's wall. */
export const fieldText = (tS: number, calendar: Calendar): string =>
  new Date((tS + calendar.offsetS(tS)) * 1000).toISOString().slice(0, 16);

/** Null for what is no moment, or one that the clock jumps over. */
export function momentOf(text: string, calendar: Calendar): number | null {
  const [date = '', clock = ''] = text.split('T');
  const day = dayFromText(date);
  const [, hour, minute] = /^(\d{2}):(\d{2})/.exec(clock)?.map(Number) ?? [];
  if (day === null || hour === undefined || minute === undefined) return null;
  return calendar.at(day, hour, minute);
}
