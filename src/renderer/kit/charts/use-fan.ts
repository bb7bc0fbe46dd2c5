import { computed, type ReadonlySignal, useComputed, useSignalEffect } from '@preact/signals';
import { HOUR_S } from '../../../base/durations.ts';
import type { IssuedForecast } from '../../../contract/forecast.ts';
import type { Target } from '../../../contract/names.ts';
import { forecast, isStale, minuteS, recent, resource, status, telemetry, time, tonight } from '../data/station.ts';
import { type FanData, fanDataOf } from './fan-data.ts';

const FUTURE_S = 24 * HOUR_S;
const STEPS_PER_UNIT = 10;
/** Present value where a sensor outdoors is forecast. */
const OUTDOORS = { temperature: 'outdoor_c', humidity: 'outdoor_humidity', pressure: 'pressure' } as const;

/** Time of yesterday's forecast, in whole hours: it is asked for once an hour. */
const yesterdayS = computed(() => Math.floor(time.value.calendar.daysOn(minuteS.value, -1) / HOUR_S) * HOUR_S);
const saidOf = (target: Target) =>
  resource<IssuedForecast>(() => `/api/forecast/issued?at=${yesterdayS.value}&target=${target}`, HOUR_S);
const said = { temperature: saidOf('temperature'), humidity: saidOf('humidity'), pressure: saidOf('pressure') };
/** Whether the station measured a day ago; false until it has told its age, and with it its clock. */
export const hasYesterday = computed(() => (status.value.value?.history_days ?? 0) > 1.1);

/** The fan of one quantity from what the page knows now. */
export function useFan(target: Target, pastS: number): ReadonlySignal<FanData> {
  const yesterday = said[target];
  const past = recent[target];
  past.use();
  forecast.use();
  const told = target === 'temperature' ? tonight : null;
  told?.use();
  useSignalEffect(() => (hasYesterday.value ? yesterday.join() : undefined));
  // Rounded to a tenth, the finest that the line can show: a smaller change repaints nothing.
  const shown = useComputed(() => {
    const value = telemetry.value?.[forecast.value.value?.series?.[target] ? OUTDOORS[target] : target];
    return typeof value === 'number' ? Math.round(value * STEPS_PER_UNIT) / STEPS_PER_UNIT : null;
  });
  return useComputed(() =>
    fanDataOf(target, {
      nowS: minuteS.value,
      history: past.value.value,
      sample: shown.value === null ? null : { tS: telemetry.peek()!.timestamp, value: shown.value },
      isStale: isStale.value,
      forecast: forecast.value.value,
      isForecastOld: forecast.isOld.value,
      yesterday: yesterday.value.value,
      extremes: [told?.value.value?.low, told?.value.value?.high],
      pastS,
      futureS: FUTURE_S,
    }),
  );
}
