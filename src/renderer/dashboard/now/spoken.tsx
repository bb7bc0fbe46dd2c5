import { useComputed, useSignalEffect } from '@preact/signals';
import { HOUR_S } from '../../../base/durations.ts';
import type { RangeOf } from '../../../contract/history.ts';
import { units } from '../../kit/browser-choices.ts';
import { forecastOf } from '../../kit/charts/fan-data.ts';
import { hasYesterday } from '../../kit/charts/use-fan.ts';
import { ageS, alarmed, forecast, isStale, minuteS, resource, telemetry, time } from '../../kit/data/station.ts';
import { duration, stepSize } from '../../kit/format.ts';
import { degrees } from '../degrees.ts';
import { t } from '../texts/now.ts';
import { log } from './observe.tsx';
import { rainNow } from './rain-panel.tsx';
import { saying } from './saying.ts';
import { Steady } from './steady.ts';
import { stepSinceS, thanYesterday } from './today.ts';

const BUCKET_S = 300;

/** Bucket of yesterday at this time. */
const aroundYesterday = resource<RangeOf<'temp'>>(() => {
  const thenS = time.value.calendar.daysOn(minuteS.value, -1);
  const startS = Math.floor(thenS / BUCKET_S) * BUCKET_S;
  return `/api/history/range?start=${startS}&end=${startS + BUCKET_S}&bucket=${BUCKET_S}&columns=temp`;
}, HOUR_S);

const steady = new Steady();

/** Summary of Now in one sentence, for a glance or a screen reader. */
export function Spoken() {
  useSignalEffect(() => (hasYesterday.value ? aroundYesterday.join() : undefined));
  log.use();
  const words = useComputed(() => {
    const nowC = telemetry.value?.temperature ?? null;
    const nowS = minuteS.value;
    if (isStale.value) return t.saying.old({ age: duration(ageS.value) });
    const stepS = stepSinceS(log.value.value ?? []);
    return saying(
      steady.next(
        {
          nowS,
          temperatureC: nowC,
          rateCPerH: telemetry.value?.rates.temperature_c_per_h ?? null,
          thanYesterdayC: thanYesterday(aroundYesterday.value.value, nowC, nowS, time.value, stepS),
          ...rainNow(),
          entries: forecast.isOld.value ? [] : forecastOf(forecast.value.value, 'temperature'),
        },
        alarmed.value,
      ),
      {
        time: time.value,
        degrees,
        step: (celsius) => `${stepSize('temperature', celsius, units.value, 0)}°`,
      },
    );
  });
  return <p class={`spoken${isStale.value ? ' old' : ''}`}>{words}</p>;
}
