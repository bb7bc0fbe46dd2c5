import { computed, effect, signal } from '@preact/signals';
import { isKiosk, themeChoice } from '../browser-choices.ts';
import { minuteS, place, telemetry } from '../data/station.ts';
import { dayOrNight, type Theme } from './decide.ts';
import { paint, prefersDark } from './paint.ts';
import { sunElevationDeg } from './sun.ts';

/** Paper is white, whatever the hour. */
const isPrinting = signal(false);

const painted = document.documentElement.dataset['theme'] as Theme;
/** Whether the wall sleeps in the dim palette, which its own part decides. One that begins anew at night goes on sleeping. */
export const isDimmed = signal(painted === 'dim');

/** Minutes are fine enough for dusk, and cost nothing. */
export const sunDeg = computed(() =>
  place.value === null ? telemetry.value?.derived.solar_elevation : sunElevationDeg(minuteS.value, place.value),
);

/** Current palette. Starts as `early.js` painted the page, which knows what this browser had last. */
export const theme = signal<Theme>(themeChoice.value === 'auto' ? painted : themeChoice.value);

/** Prints in the colours of day. Listens before the charts do, so that they measure a page that is laid out for the paper already. */
function printByDay(): void {
  for (const moment of ['beforeprint', 'afterprint'])
    addEventListener(moment, () => {
      const isBefore = moment === 'beforeprint';
      document.documentElement.classList.toggle('printing', isBefore);
      isPrinting.value = isBefore;
    });
}

/** Keeps `data-theme` on the root element in step with the hour, the light and the reader's choice. */
export function followTheLight(): void {
  printByDay();
  let base: 'day' | 'night' = theme.peek() === 'day' ? 'day' : 'night';
  effect(() => {
    base = dayOrNight(
      {
        choice: isPrinting.value ? 'day' : themeChoice.value,
        kiosk: isKiosk,
        prefersDark: prefersDark.value,
        sunElevationDeg: sunDeg.value,
        lux: isKiosk ? (telemetry.value?.lux ?? null) : null,
      },
      base,
    );
    const next = isDimmed.value ? 'dim' : base;
    theme.value = next;
    paint(next);
  });
}
