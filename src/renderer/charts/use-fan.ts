import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { Target } from '../../contract/names.ts';
import { forecast, isStale, minuteS, recent, telemetry } from '../data/station.ts';
import { units } from '../settings.ts';
import { type FanData, fanDataOf } from './fan-data.ts';

const FUTURE_S = 24 * 3600;
const STEPS_PER_UNIT = 10;

/** The fan of one quantity from what the page knows now. */
export function useFan(target: Target, pastS: number): ReadonlySignal<FanData> {
  recent.use();
  forecast.use();
  // A tenth is what the line can show, and a dot that is fresh stands at the present: nothing finer repaints the chart.
  const shown = useComputed(() => {
    const value = telemetry.value?.[target];
    return typeof value === 'number' ? Math.round(value * STEPS_PER_UNIT) / STEPS_PER_UNIT : null;
  });
  return useComputed(() =>
    fanDataOf(target, {
      nowS: minuteS.value,
      history: recent.value.value,
      sample: shown.value === null ? null : { tS: telemetry.peek()!.timestamp, value: shown.value },
      isStale: isStale.value,
      forecast: forecast.value.value,
      isForecastOld: forecast.isOld.value,
      units: units.value,
      pastS,
      futureS: FUTURE_S,
    }),
  );
}
