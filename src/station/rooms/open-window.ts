import type { StoredLabel } from '../store/tables/labels.ts';

/** Nothing is learned from a window that someone opens. */
export const WINDOW_PAUSE_S = 7200;

/**
 * Until when nothing is scored or learned: two hours from the newest word on a window, or that very moment if it says "closed
 * again". The labels are the only memory of it, so a restart, and a label taken back, are heard by themselves.
 */
export function pausedUntilS(labels: readonly Pick<StoredLabel, 'kind' | 'value' | 'ts'>[]): number {
  const newest = labels
    .filter(({ kind }) => kind === 'window_open')
    .sort((a, b) => a.ts - b.ts)
    .at(-1);
  if (newest === undefined) return Number.NEGATIVE_INFINITY;
  return newest.ts + (newest.value > 0 ? WINDOW_PAUSE_S : 0);
}
