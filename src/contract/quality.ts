import { z } from 'zod';
import { HEARD_SIGNALS } from '../quantities/names.ts';
import { int } from './common.ts';

/**
 * Signal: all quantities that follow from one sensor's raw value and are flagged together. Those of the board by name, all others by the column
 * of their first quantity: `wind_speed` has gust and direction with it, `rain` its rate.
 */
export const FLAGGED = [
  'temperature',
  'humidity',
  'pressure',
  'outdoor',
  'light',
  ...HEARD_SIGNALS.map(({ name }) => name),
] as const;

/** Bits as in docs/use/your-data.md. */
const flags = { quantity: z.enum(FLAGGED), bits: int, by_hand: z.boolean() };
/** Flags over [start, end). `skipped`: learning, records, summaries and exports leave the values out. */
const Span = z.object({ ...flags, start: z.number(), end: z.number(), skipped: z.boolean() });
const Point = z.object({ ...flags, ts: z.number(), value: z.number() });
export type FlaggedPoint = z.infer<typeof Point>;

/** `points`: some values that are skipped, as they were measured. */
export const Quality = z.object({ spans: z.array(Span), points: z.array(Point) });
export type Quality = z.infer<typeof Quality>;

/** `bad` and `good` are a person's word; null takes it back. */
export const QualityBody = z.object({
  quantities: z.array(z.enum(FLAGGED)),
  start: z.number(),
  end: z.number(),
  verdict: z.enum(['bad', 'good']).nullable(),
});
export type QualityBody = z.infer<typeof QualityBody>;
/** Rows, records and what was learned follow in a job. */
export const QualitySet = z.object({ changed: z.boolean(), spans: z.array(Span) });
export type QualitySet = z.infer<typeof QualitySet>;
