import { HOUR_S } from '../../../base/durations.ts';
import type { Tonight } from '../../../contract/forecast.ts';
import type { RangeOf } from '../../../contract/history.ts';
import type { Telemetry } from '../../../contract/telemetry.ts';
import type { t } from '../texts/now.ts';

/** Chance of frost below which it is no question of this night. */
export const FROST_WORTH_SAYING = 0.05;
/** Below this wind a vane shows where it was left, not where the wind comes from. */
export const CALM_MS = 0.3;
const THREE_HOURS_S = 10_800;
/** Slower than this the air is steady: to the arrow as to the sentence, which stand side by side. */
export const STILL_C_PER_H = 0.3;

/** Pressure change of three hours, hPa, from the record if it reaches back that far; otherwise null. */
export function tendency3h(telemetry: Telemetry | null, recent: RangeOf<'press'> | null): number | null {
  const pressure = telemetry?.pressure;
  if (pressure === null || pressure === undefined || !recent || !('ts' in recent.series)) return null;
  const { ts, press } = recent.series;
  const thenS = telemetry!.timestamp - THREE_HOURS_S;
  const i = ts.findIndex((tS) => tS + recent.bucket_s >= thenS);
  const at = ts[i];
  const before = press[i];
  if (at === undefined || before === null || before === undefined) return null;
  return Math.abs(at - thenS) <= 2 * recent.bucket_s ? pressure - before : null;
}

/** The words of the Met Office's shipping forecast, with its bounds (0.1, 1.5 and 3.5 hPa in three hours) drawn together. */
export function tendencyWord(stepHpa: number): keyof (typeof t)['tendency'] {
  const size = Math.abs(stepHpa);
  if (size < 0.3) return 'steady';
  if (size > 3.5) return stepHpa > 0 ? 'risingFast' : 'fallingFast';
  return stepHpa > 0 ? 'rising' : 'falling';
}

/** Sky by the light sensor; none while the sun is low. */
export function skyWord(
  cloudIndex: number | null | undefined,
  sunDeg: number | null | undefined,
): keyof (typeof t)['sky'] | null {
  if (typeof sunDeg === 'number' && sunDeg < -0.8) return 'night';
  if (typeof cloudIndex !== 'number') return null;
  if (cloudIndex < 0.15) return 'clear';
  if (cloudIndex < 0.4) return 'hazy';
  if (cloudIndex < 0.65) return 'broken';
  return cloudIndex < 0.85 ? 'cloudy' : 'overcast';
}

/**
 * Whether an extreme has an hour. At the first look of a span still to come, it is the edge of the span. One that has begun is told from
 * the second of its answer on: `minuteS` is up to a minute behind that, and two seconds more where the page's clock is behind the station's.
 */
export const hasHour = ({ from_ts, about_ts }: NonNullable<Tonight['high']>, minuteS: number): boolean =>
  from_ts < minuteS + 2 * 60 || about_ts > from_ts + HOUR_S;

/** Whether an extreme is over. One that is now has the second of its answer, and is no less now when the minute turns. */
export const isOver = (aboutS: number, minuteS: number): boolean => minuteS > aboutS + HOUR_S / 2;

/** Hours ahead at which frost can be said to begin are whole ones, and one hour ahead may be a minute and two seconds more by `minuteS`. */
const NEXT_HOUR_S = 1.5 * HOUR_S;

/** Whether frost is still to come: one that begins within the next hour is no news beside the present temperature. */
export const isFrostToCome = (fromS: number, minuteS: number): boolean => fromS > minuteS + NEXT_HOUR_S;
