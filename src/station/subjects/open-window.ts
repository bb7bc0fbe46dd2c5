import { WINDOW_PAUSE_S } from '../../base/durations.ts';
import type { StoredLabel } from '../store/tables/labels.ts';

/**
 * End of the pause for an open window: two hours after the newest label of a window, or at once if it says "closed again". The labels are
 * its only memory, so a restart and an undone label need no code of their own.
 */
export function pausedUntilS(labels: readonly Pick<StoredLabel, 'kind' | 'value' | 'ts'>[]): number {
  const newest = labels
    .filter(({ kind }) => kind === 'window_open')
    .sort((a, b) => a.ts - b.ts)
    .at(-1);
  if (newest === undefined) return Number.NEGATIVE_INFINITY;
  return newest.ts + (newest.value > 0 ? WINDOW_PAUSE_S : 0);
}
