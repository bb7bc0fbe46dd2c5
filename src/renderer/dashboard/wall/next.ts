import { HOUR_S } from '../../../base/durations.ts';
import type { Tonight } from '../../../contract/forecast.ts';

type Extreme = Pick<NonNullable<Tonight['low']>, 'about_ts'>;

/** Time after which an extreme is over. One that is now has the second of its answer, and is no less now when the minute turns. */
const OVER_AFTER_S = HOUR_S / 2;

/** Whether the low of the night comes before the high of the day; one that is over comes last. */
export function isLowFirst(low: Extreme, high: Extreme, nowS: number): boolean {
  const isOver = ({ about_ts }: Extreme): boolean => about_ts < nowS - OVER_AFTER_S;
  return isOver(high) || (!isOver(low) && low.about_ts <= high.about_ts);
}
