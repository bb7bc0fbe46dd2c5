import { computed, effect, type Signal, signal } from '@preact/signals';
import type { Units } from './format.ts';

/** A choice kept in localStorage. In a private window it lasts as long as the page. */
export function remembered<T extends string>(key: string, allowed: readonly T[], fallback: T): Signal<T> {
  const stored = read(`weatherglass.${key}`);
  const choice = signal<T>(allowed.find((value) => value === stored) ?? fallback);
  effect(() => write(`weatherglass.${key}`, choice.value));
  return choice;
}

/** Storage of the browser, or of this tab alone. */
type Place = 'localStorage' | 'sessionStorage';

/** Values that a private window refuses to keep: they last as long as its page. */
const refused = new Map<string, string>();

export function read(key: string, place: Place = 'localStorage'): string | null {
  try {
    return window[place].getItem(key);
  } catch {
    return refused.get(key) ?? null;
  }
}

export function write(key: string, value: string, place: Place = 'localStorage'): void {
  try {
    window[place].setItem(key, value);
  } catch {
    refused.set(key, value);
  }
}

export function forget(key: string, place: Place = 'localStorage'): void {
  try {
    window[place].removeItem(key);
  } catch {
    refused.delete(key);
  }
}

/** A window on a wall, Electron's or Chromium's, loads the page with `?kiosk=1`; everything else is a browser somewhere at home. */
export const isKiosk = new URLSearchParams(location.search).get('kiosk') === '1';
/** Units of the station, kept so that a page does not start in other units. */
export const stationUnits = remembered<Units>('station-units', ['metric', 'imperial'], 'metric');
/** Choice of an older page, which kept "metric" also where nobody had chosen it. */
const earlier = read('weatherglass.units') === 'imperial' ? 'imperial' : 'station';
export const unitsChoice = remembered<Units | 'station'>('units-here', ['station', 'metric', 'imperial'], earlier);
export const units = computed(() => (unitsChoice.value === 'station' ? stationUnits.value : unitsChoice.value));
export const THEMES = ['auto', 'day', 'night'] as const;
export type ThemeChoice = (typeof THEMES)[number];
export const themeChoice = remembered<ThemeChoice>('theme', THEMES, 'auto');
