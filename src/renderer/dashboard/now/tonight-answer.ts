import { forecast, time } from '../../kit/data/station.ts';
import { isTwelveHours } from '../../kit/language.ts';

/** Whether the forecast is a first guess: no reason to fear for the flowers. */
export const isRough = (): boolean =>
  forecast.value.value?.targets['temperature']?.some(({ provisional }) => provisional) ?? true;

/** Nobody knows the next night for certain. */
export const MOST_CERTAIN = 0.99;

/** Clock of the nearest full hour: a forecast of hours has no minutes. */
export const aboutHour = (tS: number): string => {
  const { clock, hour, calendar } = time.value;
  const { minute } = calendar.fields(tS);
  return (isTwelveHours ? hour : clock)(tS + (minute < 30 ? -minute : 60 - minute) * 60);
};
