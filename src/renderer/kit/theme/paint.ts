import { signal } from '@preact/signals';
import { wear } from '../settings.ts';
import type { Theme } from './decide.ts';

const darkScheme = matchMedia('(prefers-color-scheme: dark)');
/** Whether the reader's machine prefers dark colours. */
export const prefersDark = signal(darkScheme.matches);
darkScheme.addEventListener('change', () => {
  prefersDark.value = darkScheme.matches;
});

/** Puts a palette on the page and its browser's frame, and remembers it for the next start. */
export function paint(theme: Theme): void {
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  wear(theme);
  root.removeAttribute('style'); // what early.js painted; from here on the style sheet has the word
  const ground = getComputedStyle(root).getPropertyValue('--ground').trim();
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
}
