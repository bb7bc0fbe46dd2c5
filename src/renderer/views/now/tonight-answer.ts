import type { Tonight } from '../../../contract/forecast.ts';
import { forecast, resource, time } from '../../data/station.ts';
import { isTwelveHours } from '../../language.ts';

/** Low of the night and high of the day, asked for as often as the forecast: behind a training the fan had changed, and they stood for minutes. */
export const tonight = resource<Tonight>(() => '/api/forecast/tonight', 60);

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
