import { HOUR_S } from '../durations.ts';
import { Calendar } from './calendar.ts';
import { locale } from './language.ts';

/** Times as the station's clock on the wall would show them, wherever the browser is. */

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatter(zone: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone}|${name}`;
  let made = formatters.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    formatters.set(key, made);
  }
  return made;
}

const show = (zone: string, name: string, options: Intl.DateTimeFormatOptions) => (tS: number) =>
  formatter(zone, name, options).format(tS * 1000);

export interface ZoneTime {
  clock(tS: number): string;
  clockSeconds(tS: number): string;
  longDay(tS: number): string;
  shortDay(tS: number): string;
  dayAndMonth(tS: number): string;
  dateAndClock(tS: number): string;
  month(tS: number): string;
  longMonth(tS: number): string;
  /** Days, midnights and offsets of this zone. */
  calendar: Calendar;
}

const made = new Map<string, ZoneTime>();

export function zoneTime(zone: string): ZoneTime {
  const known = made.get(zone);
  if (known) return known;
  const time: ZoneTime = {
    clock: show(zone, 'clock', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    clockSeconds: show(zone, 'clockSeconds', {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }),
    longDay: show(zone, 'longDay', { weekday: 'long', day: 'numeric', month: 'long' }),
    shortDay: show(zone, 'shortDay', { weekday: 'short' }),
    dayAndMonth: show(zone, 'dayAndMonth', { day: 'numeric', month: 'short' }),
    dateAndClock: show(zone, 'dateAndClock', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
    month: show(zone, 'month', { month: 'short' }),
    longMonth: show(zone, 'longMonth', { month: 'long' }),
    calendar: new Calendar(zone),
  };
  made.set(zone, time);
  return time;
}

export interface Tick {
  tS: number;
  label: string;
  /** Midnight, a new month: drawn a little stronger. */
  major: boolean;
}

const HOUR_STEPS = [1, 2, 3, 6, 12];

/** Full local hours between two moments, at most `most` of them; null where that is too few of them. */
export function hourTicks(fromS: number, toS: number, zone: string, most: number): Tick[] | null {
  const hours = HOUR_STEPS.find((h) => (toS - fromS) / (h * HOUR_S) <= most);
  return hours ? everyHours(fromS, toS, zoneTime(zone), hours) : null;
}

/** A full hour that the clock jumps over has no tick. Where midnight itself is skipped, the day begins with the hour after it. */
function everyHours(fromS: number, toS: number, { calendar, dayAndMonth }: ZoneTime, stepH: number): Tick[] {
  const ticks: Tick[] = [];
  const spansDays = toS - fromS > 40 * HOUR_S;
  const last = calendar.dayAt(toS);
  for (let day = calendar.dayAt(fromS); day <= last; day++) {
    const startS = calendar.startS(day);
    for (let hour = calendar.fields(startS).hour; hour < 24; hour += stepH - (hour % stepH)) {
      const tS = calendar.at(day, hour);
      if (tS === null || tS < fromS || tS > toS) continue;
      const major = tS === startS;
      ticks.push({ tS, label: major && spansDays ? dayAndMonth(tS) : String(hour).padStart(2, '0'), major });
    }
  }
  return ticks;
}
