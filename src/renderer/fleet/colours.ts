import { effect, signal } from '@preact/signals';
import { themeChoice, wear } from '../kit/settings.ts';
import { dayOrNight } from '../kit/theme/decide.ts';

/** Theme by the dashboard's rule, without the light sensor: a fleet has no single place. */
export function followTheColours(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const prefersDark = signal(dark.matches);
  dark.addEventListener('change', () => (prefersDark.value = dark.matches));
  const root = document.documentElement;
  effect(() => {
    const around = { kiosk: false, sunElevationDeg: null, lux: null, idleS: 0 };
    const colours = dayOrNight({ ...around, choice: themeChoice.value, prefersDark: prefersDark.value }, 'day');
    root.dataset['theme'] = colours;
    wear(colours);
    root.removeAttribute('style'); // what early.js painted; from here on the style sheet has the word
    const ground = getComputedStyle(root).getPropertyValue('--ground').trim();
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
  });
}
