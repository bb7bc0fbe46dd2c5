import { WINDOW_PAUSE_S } from '../../../base/durations.ts';
import type { Labels } from '../../../contract/conditions.ts';

/** End of the pause that an open window makes, by the newest word of it; null when none is open. */
export function openUntilS({ labels: [label] }: Labels, nowS: number): number | null {
  const untilS = label !== undefined && label.value > 0 ? label.ts + WINDOW_PAUSE_S : 0;
  return untilS > nowS ? untilS : null;
}
