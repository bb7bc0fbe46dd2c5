import { computed, effect, signal } from '@preact/signals';
import { forget, read } from '../kit/browser-choices.ts';
import { status } from '../kit/data/station.ts';

export const STORAGE_KEY = 'weatherglass.first-run';
/** Value of `kept` where this browser asks no more. */
export const LATER = 'later';
/** Answers so far; once saved, this browser leaves the first run. */
export const kept = signal(read(STORAGE_KEY));

export const asksFirst = computed(
  () =>
    kept.value !== LATER && (status.value.value?.first_run === true || /"(?:sent|saved)":true/.test(kept.value ?? '')),
);
// Once the station is set up, this browser forgets: a station that is set up anew asks here, too.
effect(() => {
  if (kept.value !== LATER || status.value.value?.first_run !== false) return;
  kept.value = null;
  forget(STORAGE_KEY);
});
/** Whether the questions have the whole screen. */
export const fillsScreen = signal(false);
