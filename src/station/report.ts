import type { EventKind, EventRecord } from '../contract/events.ts';

/** Tells the people of something worth knowing. One event per change, never one per tick. */
export type Report = (
  kind: EventKind,
  severity: EventRecord['severity'],
  detail: string,
  data?: Record<string, unknown>,
) => void;
