import type { EventRecord } from '../../../contract/events.ts';
import { spanS, type Window } from './window.ts';

/** Marks narrower than this share of the window would lie on one another. */
const SLOTS = 120;
const RANK = { error: 2, warn: 1, info: 0 } as const;
const rankOf = ({ severity, kind }: EventRecord): number =>
  RANK[severity] * 2 + (kind === 'discontinuity' || kind === 'calibration' ? 1 : 0);

/** Thins events that would overlap to the most severe, then the newest, evenly over the window. */
export function gravest(events: readonly EventRecord[], window: Window): EventRecord[] {
  const slots = new Map<number, EventRecord>();
  for (const event of events) {
    if (event.ts < window.fromS || event.ts > window.toS) continue;
    const slot = Math.floor(((event.ts - window.fromS) / spanS(window)) * SLOTS);
    const there = slots.get(slot);
    if (!there || rankOf(event) > rankOf(there)) slots.set(slot, event);
  }
  return [...slots.values()];
}
