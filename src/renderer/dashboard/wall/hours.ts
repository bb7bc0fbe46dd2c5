import { computed, signal } from '@preact/signals';
import type { Settings } from '../../../contract/settings.ts';
import { alarmed, minuteS, resource, telemetry, time } from '../../kit/data/station.ts';
import { sunDeg } from '../../kit/theme/theme.ts';
import { settingIn } from '../settings/draft.ts';
import { nightOf, planOf } from './night.ts';

/** Settings, which the wall polls: an unchanged answer is not sent again. */
const settings = resource<Settings>(() => '/api/settings', 300);

/** Value of a setting; undefined until the station has told it. */
export const settingOf = (key: string): unknown => settingIn(settings.value.value, key)?.value;

const plan = computed(() => planOf(settingOf));

/** Null until the station has told its settings and where the sun stands. */
const now = computed(() => {
  if (sunDeg.value === undefined || (settings.value.value ?? settings.problem.value) === null) return null;
  const { hour, minute } = time.value.calendar.fields(minuteS.value);
  const lux = telemetry.value?.lux ?? null;
  return nightOf(plan.value, { minuteOfDay: 60 * hour + minute, sunElevationDeg: sunDeg.value, lux });
});

/** State of the untouched wall at this hour. */
export const night = { use: () => settings.use(), now };

/** Time for which a wall that does not know the hour stays black. After it the station is silent, and the wall says so in its dim colours. */
const BLACK_FOR_MS = 5_000;
const isTooLong = signal(false);
setTimeout(() => (isTooLong.value = true), BLACK_FOR_MS);

/** Whether a wall that sleeps is black: set so, or not known yet. An alarm that waits for somebody lights it. */
export const isBlack = computed(() => (now.value ?? (isTooLong.value ? 'dim' : 'off')) === 'off' && !alarmed.value);
