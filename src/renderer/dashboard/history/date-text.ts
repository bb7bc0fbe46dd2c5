import { dayFromText } from '../../kit/calendar-dates.ts';

const two = (n: number): string => String(n).padStart(2, '0');
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '');

/** Dates as the reader's region writes them, to and from the text of a date field (`2026-11-21`, `2026-11-21T15:12`). */
export function dateText(locale: string, withClock: boolean, isTwelveHours: boolean) {
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(withClock && { hour: isTwelveHours ? 'numeric' : '2-digit', minute: '2-digit' }),
    ...(withClock && { hourCycle: isTwelveHours ? 'h12' : 'h23' }),
    timeZone: 'UTC',
  });
  const partsAt = (hour: number) => format.formatToParts(Date.UTC(2026, 0, 1, hour));
  const order = partsAt(0).flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []));
  const half = (hour: number): string => letters(partsAt(hour).find(({ type }) => type === 'dayPeriod')?.value ?? '');
  const [morning, afternoon] = [half(1), half(13)];

  /** Hour of a day of 24; of one without a half, the figure alone. */
  const hourOf = (hour: number, text: string): number => {
    const said = letters(text);
    if (afternoon === '' || hour > 12) return hour;
    return said.includes(afternoon) ? (hour % 12) + 12 : said.includes(morning) ? hour % 12 : hour;
  };
  return {
    write(value: string): string {
      const ms = Date.parse(withClock ? `${value}Z` : value);
      return Number.isNaN(ms) ? '' : format.format(ms);
    },
    /** Empty for what is no date. */
    read(text: string): string {
      const figures = text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
      const parts = figures.match(/\d+/g) ?? [];
      const numbers = parts.map(Number);
      if (numbers.length !== (withClock ? 5 : 3)) return '';
      const isIso = /^\D*\d{4}/.test(figures);
      const found = Object.fromEntries((isIso ? ['year', 'month', 'day'] : order).map((name, i) => [name, parts[i]!]));
      const { year = '', month = '', day = '' } = found;
      const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
      if (dayFromText(date) === null) return '';
      if (!withClock) return date;
      const [hour, minute] = [hourOf(numbers[3]!, text), numbers[4]!];
      return hour < 24 && minute < 60 ? `${date}T${two(hour)}:${two(minute)}` : '';
    },
  };
}
