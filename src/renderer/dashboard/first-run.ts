import { computed, effect, signal } from '@preact/signals';
import { forget, read } from '../kit/browser-choices.ts';
import { status } from '../kit/data/station.ts';

export const KEPT_AS = 'weatherglass.first-run';
/** Not in this browser, until its owner says otherwise. */
export const LATER = 'later';
/** Answers so far; once saved, this browser leaves the first run. */
export const kept = signal(read(KEPT_AS));

export const asksFirst = computed(
  () =>
    kept.value !== LATER && (status.value.value?.first_run === true || /"(?:sent|saved)":true/.test(kept.value ?? '')),
);
// The station knows by itself now; one that is set up anew some day asks here, too.
effect(() => {
  if (kept.value !== LATER || status.value.value?.first_run !== false) return;
  kept.value = null;
  forget(KEPT_AS);
});
/** The questions have the whole screen. */
export const fillsScreen = signal(false);
