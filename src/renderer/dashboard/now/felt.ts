import { computed } from '@preact/signals';
import { status, telemetry } from '../../kit/data/station.ts';

/** Least difference that is felt; below it Now shows the dew point instead. */
const FELT_FROM_K = 1;

/** Temperature of a sensor outdoors, beside a board whose own is the large figure. Null where there is none. */
export const outsideC = computed(() => {
  const value = telemetry.value?.outdoor_c;
  return typeof value === 'number' && status.value.value?.hardware !== 'inputs' ? value : null;
});

/** What the air outdoors feels like, where that differs from its thermometer. */
export const feltC = computed(() => {
  const feels = telemetry.value?.derived.feels_like;
  const air = outsideC.value ?? telemetry.value?.temperature ?? null;
  return typeof feels === 'number' && (air === null || Math.abs(feels - air) >= FELT_FROM_K) ? feels : null;
});
