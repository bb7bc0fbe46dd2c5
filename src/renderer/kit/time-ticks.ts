import { DAY_S } from '../../base/durations.ts';
import { dayOf } from './calendar.ts';
import { dateOf } from './calendar-dates.ts';
import { hourTicks, type Tick, type ZoneTime, zoneTime } from './time.ts';

const DAY_STEPS = [1, 2, 7, 14];
const A_MONDAY = 4;

/** Round local times between two moments, at most `most` of them; across a change of the clocks they stay round. */
export function timeTicks(fromS: number, toS: number, zone: string, most: number): Tick[] {
  const time = zoneTime(zone);
  const spanS = toS - fromS;
  if (!(spanS > 0)) return [];
  const minutes = [5, 10, 15, 30].find((m) => spanS / (m * 60) <= most);
  if (minutes) return minuteTicks(fromS, toS, time, minutes);
  const hours = hourTicks(fromS, toS, zone, most);
  if (hours) return hours;
  const days = DAY_STEPS.find((d) => spanS / (d * DAY_S) <= most);
  return days ? dayTicks(fromS, toS, time, days) : monthTicks(fromS, toS, time, spanS / (30.4 * DAY_S) > most ? 3 : 1);
}

function minuteTicks(fromS: number, toS: number, { calendar, clock }: ZoneTime, stepMin: number): Tick[] {
  const ticks: Tick[] = [];
  const step = stepMin * 60;
  // Round by the clock on the wall: Kathmandu is 5 h 45 min east. No clock changes by less than half an hour.
  const offsetS = calendar.offsetS(fromS);
  for (let tS = Math.ceil((fromS + offsetS) / step) * step - offsetS; tS <= toS; tS += step) {
    ticks.push({ tS, label: clock(tS) });
  }
  return ticks;
}

/** Round times of a zone, for a frame. */
export const ticksIn = (zone: string) => (fromS: number, toS: number, most: number) =>
  timeTicks(fromS, toS, zone, most);

/** Anchored to the calendar (weeks to their Mondays), so that a label stays with its day while the window moves. */
function dayTicks(fromS: number, toS: number, { calendar, dayAndMonth }: ZoneTime, stepD: number): Tick[] {
  const ticks: Tick[] = [];
  const first = calendar.dayAt(fromS);
  const past = (first - A_MONDAY) % stepD;
  for (let day = first - (past < 0 ? past + stepD : past); ; day += stepD) {
    const tS = calendar.startS(day);
    if (tS > toS) return ticks;
    if (tS >= fromS) ticks.push({ tS, label: dayAndMonth(tS) });
  }
}

function monthTicks(fromS: number, toS: number, { calendar, month }: ZoneTime, stepM: number): Tick[] {
  const ticks: Tick[] = [];
  const { year, month: from } = dateOf(calendar.dayAt(fromS));
  for (let k = from - ((from - 1) % stepM); ; k += stepM) {
    const day = dayOf(year, k, 1);
    const tS = calendar.startS(day);
    if (tS > toS) return ticks;
    if (tS >= fromS) ticks.push({ tS, label: month(tS) });
  }
}
