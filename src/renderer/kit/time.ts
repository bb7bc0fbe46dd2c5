import { HOUR_S } from '../../base/durations.ts';
import { Calendar } from './calendar.ts';
import { isTwelveHours, locale } from './language.ts';

/** Text of a moment in a zone. Its formatter is made when it is first used: most views use few of them. */
function show(zone: string, options: Intl.DateTimeFormatOptions): (tS: number) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (tS) => {
    made ??= new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    return made.format(tS * 1000);
  };
}

const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const CLOCK: Intl.DateTimeFormatOptions = isTwelveHours
  ? { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }
  : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

export type ZoneTime = ReturnType<typeof timeOf>;

const made = new Map<string, ZoneTime>();

/** Times as the station's clock on the wall would show them, wherever the browser is. */
export function zoneTime(zone: string): ZoneTime {
  const time = made.get(zone) ?? timeOf(zone);
  made.set(zone, time);
  return time;
}

function timeOf(zone: string) {
  const calendar = new Calendar(zone);
  const clock = show(zone, CLOCK);
  /** A full hour, as short as an axis has it: `18`, `6 PM`. */
  const hour = isTwelveHours
    ? show(zone, { hour: 'numeric', hourCycle: 'h12' })
    : (tS: number): string => String(calendar.fields(tS).hour).padStart(2, '0');
  return {
    clock,
    hour,
    /** Clock in a sentence: `18:00`, `6 PM`, `6:30 PM`. */
    shortClock: (tS: number): string => (isTwelveHours && calendar.fields(tS).minute === 0 ? hour : clock)(tS),
    longDay: show(zone, { weekday: 'long', day: 'numeric', month: 'long' }),
    shortDay: show(zone, { weekday: 'short' }),
    dayAndMonth: show(zone, { day: 'numeric', month: 'short' }),
    date: show(zone, DATE),
    dateAndClock: show(zone, { ...DATE, ...CLOCK }),
    month: show(zone, { month: 'short' }),
    longMonth: show(zone, { month: 'long' }),
    monthAndYear: show(zone, { month: 'long', year: 'numeric' }),
    /** Days, midnights and offsets of this zone. */
    calendar,
  };
}

export interface Tick {
  tS: number;
  label: string;
}

const HOUR_STEPS = [1, 2, 3, 6, 12];

/**
 * Full local hours between two moments, at most `most` of them; null where that is too few of them. One that the clock jumps over has no tick.
 * Where midnight itself is skipped, the day begins with the hour after it.
 */
export function hourTicks(fromS: number, toS: number, zone: string, most: number): Tick[] | null {
  const stepH = HOUR_STEPS.find((h) => (toS - fromS) / (h * HOUR_S) <= most);
  if (!stepH) return null;
  const { calendar, dayAndMonth, hour: label } = zoneTime(zone);
  const ticks: Tick[] = [];
  const spansDays = toS - fromS > 40 * HOUR_S;
  const last = calendar.dayAt(toS);
  for (let day = calendar.dayAt(fromS); day <= last; day++) {
    const startS = calendar.startS(day);
    for (let hour = calendar.fields(startS).hour; hour < 24; hour += stepH - (hour % stepH)) {
      const tS = calendar.at(day, hour);
      if (tS === null || tS < fromS || tS > toS) continue;
      ticks.push({ tS, label: spansDays && tS === startS ? dayAndMonth(tS) : label(tS) });
    }
  }
  return ticks;
}
