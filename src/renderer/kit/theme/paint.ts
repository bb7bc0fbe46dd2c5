import { write } from '../browser-choices.ts';
import { matching } from '../media.ts';
import type { Theme } from './decide.ts';

/** Whether the reader's machine prefers dark colours. */
export const prefersDark = matching('(prefers-color-scheme: dark)');

/** Puts a palette on the page and its browser's frame, and remembers it for the next start. */
export function paint(theme: Theme): void {
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  write('weatherglass.worn', theme); // for early.js, which paints before everything else the next time
  root.removeAttribute('style'); // what early.js painted; from here on the style sheet has the word
  const ground = getComputedStyle(root).getPropertyValue('--ground').trim();
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
}
