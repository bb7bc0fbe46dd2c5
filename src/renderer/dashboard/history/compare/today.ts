import { computed } from '@preact/signals';
import type { Day } from '../../../kit/calendar.ts';
import { minuteS, time } from '../../../kit/data/station.ts';

/** The day it is at the station. It changes once a day, so that what depends on it is not asked for every minute. */
export const today = computed<Day>(() => time.value.calendar.dayAt(minuteS.value));
