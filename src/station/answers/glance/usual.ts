import { DAY_MS, DAY_S, HOUR_S } from '../../../base/durations.ts';
import type { Steps } from '../../../base/steps.ts';
import { dayText, type LocalDay, type Zone } from '../../../base/zone.ts';
import type { GlanceSpan } from '../../../contract/glance.ts';
import type { HistoryRange } from '../../../contract/history.ts';
import { median } from '../../../maths/median.ts';

/** Fewer years are weather: one warm November would pass for the usual one. */
const LEAST_YEARS = 3;
const MOST_YEARS = 30;
/** Days on either side of a date that speak for it, as for the daily normals of weather services. */
const AROUND_DAYS = 7;
/** Share of its hours or days that a span must have in common with another to be compared with it. */
const LEAST_SHARE = 0.8;

export interface UsualSources {
  zone: Zone;
  /** First moment of the record. */
  firstS: number;
  range(startS: number, endS: number, bucketS: number, columns: readonly string[]): Steps<HistoryRange>;
}

type Usual = NonNullable<GlanceSpan['usual']>;

/** Mean, low and high of one hour or day. */
interface Cell {
  mean: number;
  lo: number;
  hi: number;
}
/** By their number since the span's beginning. */
type Cells = ReadonlyMap<number, Cell>;

/** The same date some years earlier or later; 29 February is 28 February where there is none. */
export function sameDate(day: LocalDay, years: number): LocalDay {
  const [year = 0, month = 1, ofMonth = 1] = dayText(day).split('-').map(Number);
  const last = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  return Date.UTC(year + years, month - 1, Math.min(ofMonth, last)) / DAY_MS;
}

function* cellsOf({ range }: UsualSources, startS: number, endS: number, widthS: number): Steps<Map<number, Cell>> {
  const cells = new Map<number, Cell>();
  const { series } = yield* range(startS, endS, widthS, []);
  if (!('ts' in series)) return cells;
  const { ts, temp, temp_lo, temp_hi } = series;
  const first = Math.floor(startS / widthS);
  ts.forEach((tS, i) => {
    const [mean, lo, hi] = [temp[i], temp_lo[i], temp_hi[i]];
    if (typeof mean === 'number' && typeof lo === 'number' && typeof hi === 'number')
      cells.set(Math.floor(tS / widthS) - first, { mean, lo, hi });
  });
  return cells;
}

/** Both spans over the cells that both have; null where they have too few in common. */
function compared(now: Cells, before: Cells, offset = 0): Omit<Usual, 'years'> | null {
  let [both, than] = [0, 0];
  let [lo, hi] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [at, cell] of now) {
    const other = before.get(at + offset);
    if (!other) continue;
    both += 1;
    than += cell.mean - other.mean;
    lo = Math.min(lo, other.lo);
    hi = Math.max(hi, other.hi);
  }
  if (both === 0 || both < now.size * LEAST_SHARE) return null;
  return { than_c: than / both, temp_min: lo, temp_max: hi };
}

function usualOf(years: number, pairs: readonly Omit<Usual, 'years'>[]): Usual | null {
  if (years < LEAST_YEARS) return null;
  const of = (name: keyof Omit<Usual, 'years'>) => median(pairs.map((pair) => pair[name]))!;
  return { years, temp_min: of('temp_min'), temp_max: of('temp_max'), than_c: of('than_c') };
}

/** Usual course of a day until an hour of it: the same hours of the days around this date, in the years before. */
export function* usualOfDay(sources: UsualSources, day: LocalDay, untilS: number): Steps<Usual | null> {
  const { zone, firstS } = sources;
  const startS = zone.startOf(day);
  const now = yield* cellsOf(sources, startS, Math.floor(untilS / HOUR_S) * HOUR_S, HOUR_S);
  const pairs: Omit<Usual, 'years'>[] = [];
  let years = 0;
  for (let ago = 1; now.size > 0 && ago <= MOST_YEARS; ago += 1) {
    const date = sameDate(day, -ago);
    const fromS = zone.startOf(date - AROUND_DAYS);
    if (fromS < firstS) break;
    const cells = yield* cellsOf(sources, fromS, zone.startOf(date + AROUND_DAYS + 1), HOUR_S);
    const hours = (of: LocalDay) => Math.floor(zone.startOf(of) / HOUR_S) - Math.floor(fromS / HOUR_S);
    const around = Array.from({ length: 2 * AROUND_DAYS + 1 }, (_, i) => date - AROUND_DAYS + i);
    const found = around.flatMap((of) => compared(now, cells, hours(of)) ?? []);
    if (found.length < around.length * LEAST_SHARE) continue;
    years += 1;
    pairs.push(...found);
  }
  return usualOf(years, pairs);
}

/** Usual course of the days since a date: the same days of the years before. Days are those of UTC, here and there. */
export function* usualSince(sources: UsualSources, first: LocalDay, untilS: number): Steps<Usual | null> {
  const { zone, firstS } = sources;
  const startS = zone.startOf(first);
  const now = yield* cellsOf(sources, startS, untilS, DAY_S);
  const pairs: Omit<Usual, 'years'>[] = [];
  for (let ago = 1; now.size > 0 && ago <= MOST_YEARS; ago += 1) {
    const fromS = zone.startOf(sameDate(first, -ago));
    if (fromS < firstS) break;
    const pair = compared(now, yield* cellsOf(sources, fromS, fromS + untilS - startS, DAY_S));
    if (pair) pairs.push(pair);
  }
  return usualOf(pairs.length, pairs);
}

/** When the record will reach back three of the spans that begin at this date; null where it does: readings are missing then. */
export function usualFrom({ zone, firstS }: UsualSources, date: LocalDay, aroundDays = 0): number | null {
  let years = 0;
  while (zone.startOf(sameDate(date, years - LEAST_YEARS) - aroundDays) < firstS) years += 1;
  return years === 0 ? null : zone.startOf(sameDate(date, years));
}
export const usualDayFrom = (sources: UsualSources, day: LocalDay): number | null =>
  usualFrom(sources, day, AROUND_DAYS);
