import type { Tonight } from '../../../contract/forecast.ts';
import { isOver } from '../now/weather-words.ts';

type Extreme = Pick<NonNullable<Tonight['low']>, 'about_ts'>;

/** Whether the low of the night comes before the high of the day; one that is over comes last. */
export function isLowFirst(low: Extreme, high: Extreme, nowS: number): boolean {
  return isOver(high.about_ts, nowS) || (!isOver(low.about_ts, nowS) && low.about_ts <= high.about_ts);
}
