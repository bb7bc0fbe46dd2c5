import type { Tonight } from '../../../contract/forecast.ts';
import { forecast, minuteS, time } from '../../kit/data/station.ts';
import { duration, number, THIN } from '../../kit/format.ts';
import { t } from '../../kit/texts/page.ts';
import { isOver } from './weather-words.ts';

/** Whether the forecast is a first guess: no reason to fear for the flowers. */
export const isRough = (): boolean =>
  forecast.value.value?.targets['temperature']?.some(({ provisional }) => provisional) ?? true;

/** A chance, at most 99 %: nobody knows the next night for certain. */
export const uncertain = (chance: number): number => Math.min(0.99, chance);
export const chancePercent = (chance: number): string => number(100 * uncertain(chance));
export const chanceText = (chance: number): string => `${chancePercent(chance)}${THIN}%`;

export const isTomorrow = (high: Tonight['high'] | undefined): boolean => {
  const { calendar } = time.value;
  return !!high && calendar.dayAt(high.about_ts) > calendar.dayAt(minuteS.value);
};

/** `6 h ago`, of an extreme that is over: its hour alone would be one to come. */
export const overFor = (aboutS: number): string | null =>
  isOver(aboutS, minuteS.value) ? t.header.ago({ age: duration(minuteS.value - aboutS) }) : null;

/** Clock of the nearest full hour: a forecast of hours has no minutes. */
export const aboutHour = (tS: number): string => {
  const { shortClock, calendar } = time.value;
  const { minute } = calendar.fields(tS);
  return shortClock(tS + (minute < 30 ? -minute : 60 - minute) * 60);
};
