import { z } from 'zod';
import { EVENT_KINDS } from './names.ts';

export const EventRecord = z.object({
  /** Counts up with every event; a page that follows begins `before` it. Absent while the disk refuses to take the event. */
  id: z.int().optional(),
  ts: z.number(),
  kind: z.enum(EVENT_KINDS),
  severity: z.enum(['info', 'warn', 'error']),
  detail: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type EventRecord = z.infer<typeof EventRecord>;
export const Events = z.array(EventRecord);
