import type { Calendar } from '../../../kit/calendar.ts';
import { type Rows, rowWidthS } from '../columns.ts';

/**
 * Maps buckets of a day to the wall clock, seconds after the midnight it began with, so that noon lies over noon also when one of two days has an hour more. Null breaks the line:
 * when the clock is set back, the hour that comes twice is drawn twice and not crossed out.
 */
export function onTheClock(rows: Rows, bucketS: number, startS: number, calendar: Pick<Calendar, 'offsetS'>) {
  const midnight = startS + calendar.offsetS(startS);
  const out: Array<{ clockS: number; i: number } | null> = [];
  let before = Number.NEGATIVE_INFINITY;
  rows.ts.forEach((tS, i) => {
    const clockS = tS + rowWidthS(rows, i, bucketS) / 2 + calendar.offsetS(tS) - midnight;
    if (clockS <= before) out.push(null);
    out.push({ clockS, i });
    before = clockS;
  });
  return out;
}
