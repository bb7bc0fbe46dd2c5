import { DAY_S, HOUR_S } from '../durations.ts';
import { Calendar, dateOf, dayOf } from './calendar.ts';

/** Times as the station's clock on the wall would show them, wherever the browser is. */

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatter(zone: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone}|${name}`;
  let made = formatters.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
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
const DAY_STEPS = [1, 2, 7, 14];
const A_MONDAY = 4;

/** Round local times between two moments, at most `most` of them; across a change of the clocks they stay round. */
export function timeTicks(fromS: number, toS: number, zone: string, most: number): Tick[] {
  const time = zoneTime(zone);
  const spanS = toS - fromS;
  if (!(spanS > 0)) return [];
  const minutes = [5, 10, 15, 30].find((m) => spanS / (m * 60) <= most);
  if (minutes) return minuteTicks(fromS, toS, time, minutes);
  const hours = HOUR_STEPS.find((h) => spanS / (h * HOUR_S) <= most);
  if (hours) return hourTicks(fromS, toS, time, hours);
  const days = DAY_STEPS.find((d) => spanS / (d * DAY_S) <= most);
  return days ? dayTicks(fromS, toS, time, days) : monthTicks(fromS, toS, time, spanS / (30.4 * DAY_S) > most ? 3 : 1);
}

function minuteTicks(fromS: number, toS: number, { calendar, clock }: ZoneTime, stepMin: number): Tick[] {
  const ticks: Tick[] = [];
  const step = stepMin * 60;
  // Round by the clock on the wall: Kathmandu is 5 h 45 min east. No clock changes by less than half an hour.
  const offsetS = calendar.offsetS(fromS);
  for (let tS = Math.ceil((fromS + offsetS) / step) * step - offsetS; tS <= toS; tS += step) {
    ticks.push({ tS, label: clock(tS), major: false });
  }
  return ticks;
}

/** A full hour that the clock jumps over has no tick. Where midnight itself is skipped, the day begins with the hour after it. */
function hourTicks(fromS: number, toS: number, { calendar, dayAndMonth }: ZoneTime, stepH: number): Tick[] {
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

/** Anchored to the calendar (weeks to their Mondays), so that a label stays with its day while the window moves. */
function dayTicks(fromS: number, toS: number, { calendar, dayAndMonth }: ZoneTime, stepD: number): Tick[] {
  const ticks: Tick[] = [];
  const first = calendar.dayAt(fromS);
  const past = (first - A_MONDAY) % stepD;
  for (let day = first - (past < 0 ? past + stepD : past); ; day += stepD) {
    const tS = calendar.startS(day);
    if (tS > toS) return ticks;
    if (tS >= fromS) ticks.push({ tS, label: dayAndMonth(tS), major: stepD === 1 && dateOf(day).day === 1 });
  }
}

function monthTicks(fromS: number, toS: number, { calendar, month }: ZoneTime, stepM: number): Tick[] {
  const ticks: Tick[] = [];
  const { year, month: from } = dateOf(calendar.dayAt(fromS));
  for (let k = from - ((from - 1) % stepM); ; k += stepM) {
    const day = dayOf(year, k, 1);
    const tS = calendar.startS(day);
    if (tS > toS) return ticks;
    if (tS >= fromS) ticks.push({ tS, label: month(tS), major: dateOf(day).month === 1 });
  }
}
