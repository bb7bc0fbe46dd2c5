/** Times as the station's clock on the wall would show them, wherever the browser is. */
const DAY_S = 86_400;

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
  /** Local calendar fields. */
  parts(tS: number): { year: number; month: number; day: number; hour: number; minute: number };
  /** Seconds east of UTC at that moment. */
  offsetS(tS: number): number;
  /** The moment a local calendar time happens; the later offset wins in the hour that is repeated. */
  at(year: number, month: number, day: number, hour?: number, minute?: number): number;
}

const made = new Map<string, ZoneTime>();

export function zoneTime(zone: string): ZoneTime {
  const known = made.get(zone);
  if (known) return known;
  const fields = formatter(zone, 'fields', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  const read = (tS: number) => {
    const found: Record<string, number> = {};
    for (const { type, value } of fields.formatToParts(tS * 1000)) found[type] = Number(value);
    const get = (name: string) => found[name] ?? 0;
    return {
      year: get('year'),
      month: get('month'),
      day: get('day'),
      hour: get('hour'),
      minute: get('minute'),
      second: get('second'),
    };
  };
  const offsetS = (tS: number): number => {
    const whole = Math.floor(tS);
    const p = read(whole);
    return Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second) / 1000 - whole;
  };
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
    parts: read,
    offsetS,
    at(year, month, day, hour = 0, minute = 0) {
      const local = Date.UTC(year, month - 1, day, hour, minute) / 1000;
      const guess = local - offsetS(local);
      return local - offsetS(guess);
    },
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

/** Round local times between two moments, at most `most` of them; across a change of the clocks they stay round. */
export function timeTicks(fromS: number, toS: number, zone: string, most: number): Tick[] {
  const time = zoneTime(zone);
  const spanS = toS - fromS;
  if (!(spanS > 0)) return [];
  const minutes = [5, 10, 15, 30].find((m) => spanS / (m * 60) <= most);
  if (minutes) return minuteTicks(fromS, toS, time, minutes);
  const hours = HOUR_STEPS.find((h) => spanS / (h * 3600) <= most);
  if (hours) return hourTicks(fromS, toS, time, hours);
  const days = DAY_STEPS.find((d) => spanS / (d * DAY_S) <= most);
  return days ? dayTicks(fromS, toS, time, days) : monthTicks(fromS, toS, time, spanS / (30.4 * DAY_S) > most ? 3 : 1);
}

function minuteTicks(fromS: number, toS: number, time: ZoneTime, stepMin: number): Tick[] {
  const ticks: Tick[] = [];
  const step = stepMin * 60;
  for (let tS = Math.ceil(fromS / step) * step; tS <= toS; tS += step) {
    ticks.push({ tS, label: time.clock(tS), major: false });
  }
  return ticks;
}

function hourTicks(fromS: number, toS: number, time: ZoneTime, stepH: number): Tick[] {
  const ticks: Tick[] = [];
  const spansDays = toS - fromS > 40 * 3600;
  const start = time.parts(fromS);
  for (let day = start.day; ; day++) {
    for (let hour = 0; hour < 24; hour += stepH) {
      const tS = time.at(start.year, start.month, day, hour);
      if (tS > toS) return ticks;
      if (tS < fromS) continue;
      const label = hour === 0 && spansDays ? time.dayAndMonth(tS) : String(hour).padStart(2, '0');
      ticks.push({ tS, label, major: hour === 0 });
    }
  }
}

function dayTicks(fromS: number, toS: number, time: ZoneTime, stepD: number): Tick[] {
  const ticks: Tick[] = [];
  const start = time.parts(fromS);
  for (let day = start.day; ; day += stepD) {
    const tS = time.at(start.year, start.month, day);
    if (tS > toS) return ticks;
    if (tS >= fromS) ticks.push({ tS, label: time.dayAndMonth(tS), major: stepD === 1 && time.parts(tS).day === 1 });
  }
}

function monthTicks(fromS: number, toS: number, time: ZoneTime, stepM: number): Tick[] {
  const ticks: Tick[] = [];
  const start = time.parts(fromS);
  for (let month = start.month; ; month += stepM) {
    const tS = time.at(start.year, month, 1);
    if (tS > toS) return ticks;
    if (tS >= fromS) ticks.push({ tS, label: time.month(tS), major: time.parts(tS).month === 1 });
  }
}
