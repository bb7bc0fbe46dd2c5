import type { EventRecord } from '../../../contract/events.ts';
import type { Day, RangeOf } from '../../../contract/history.ts';
import { dayText } from '../../kit/calendar.ts';
import type { ZoneTime } from '../../kit/time.ts';

export interface Extreme {
  valueC: number;
  /** Null: just now. */
  tS: number | null;
}

/** Today's lowest and highest, with the present sample among them: the large figure may be the record. */
export function todaysExtremes(days: readonly Day[], nowC: number | null, nowS: number, time: ZoneTime) {
  const today = days.find(({ day }) => day === dayText(time.calendar.dayAt(nowS)));
  if (!today || today.temp_min === null || today.temp_max === null) return null;
  const low = { valueC: today.temp_min, tS: today.temp_min_ts };
  const high = { valueC: today.temp_max, tS: today.temp_max_ts };
  return {
    low: nowC !== null && nowC < low.valueC ? { valueC: nowC, tS: null } : low,
    high: nowC !== null && nowC > high.valueC ? { valueC: nowC, tS: null } : high,
  };
}

/** Time before which the record is on another scale: that of a calibration which it was not recalculated for. */
export function stepSinceS(newestFirst: readonly EventRecord[]): number | null {
  const last = newestFirst.find(
    ({ kind, data }) => kind === 'recompute' || (kind === 'discontinuity' && data?.['signal'] === 'temperature'),
  );
  return last?.kind === 'discontinuity' ? last.ts : null;
}

/** Time for which a bucket counts after its end, while the next one is fetched. */
const ASKED_FOR_S = 60;

/** Warmer than a day ago at this time, °C, by the bucket that holds that moment; null where there is none, or none on the same scale. */
export function thanYesterday(
  around: RangeOf<'temp'> | null,
  nowC: number | null,
  nowS: number,
  time: ZoneTime,
  stepS: number | null = null,
): number | null {
  if (nowC === null || !around || !('ts' in around.series)) return null;
  const { ts, temp } = around.series;
  const thenS = time.calendar.daysOn(nowS, -1);
  if (stepS !== null && thenS < stepS) return null;
  const i = ts.findLastIndex((tS) => tS <= thenS && thenS < tS + around.bucket_s + ASKED_FOR_S);
  const then = temp[i];
  return then === null || then === undefined ? null : nowC - then;
}
