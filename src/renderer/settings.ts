import { effect, type Signal, signal } from '@preact/signals';
import type { Units } from './format.ts';
import type { ThemeChoice } from './theme/decide.ts';

/** What a reader chose, kept in this browser. Private windows may refuse to remember; then the choice lasts as long as the page. */
function remembered<T extends string>(key: string, allowed: readonly T[], fallback: T): Signal<T> {
  const stored = read(`weatherglass.${key}`);
  const choice = signal<T>(allowed.find((value) => value === stored) ?? fallback);
  effect(() => write(`weatherglass.${key}`, choice.value));
  return choice;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    console.info('this browser does not keep settings');
  }
}

/** Which colours the page wears, for the script that paints the ground before everything else the next time. */
export const wear = (colours: 'day' | 'night'): void => write('weatherglass.worn', colours);

const asked = new URLSearchParams(location.search);

/** The kiosk window loads the page with `?kiosk=1`; everything else is a browser somewhere at home. */
export const isKiosk = asked.get('kiosk') === '1';
export const units = remembered<Units>('units', ['metric', 'imperial'], 'metric');
export const themeChoice = remembered<ThemeChoice>('theme', ['auto', 'day', 'night'], 'auto');
