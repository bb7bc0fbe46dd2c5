import { z } from 'zod';
import { int, maybe } from './common.ts';

/** Own climate of a span: medians over the same days and hours of the years before. */
const UsualSpan = z.object({
  /** Years it rests on, three at least. */
  years: int,
  temp_min: z.number(),
  temp_max: z.number(),
  /** Mean of the span minus the usual mean, over hours or days that both have. */
  than_c: z.number(),
});

const GlanceSpan = z.object({
  /** Its beginning, or that of the record. */
  from_ts: z.number(),
  /** Now, or its end. */
  to_ts: z.number(),
  temp_max: maybe,
  temp_max_ts: maybe,
  temp_min: maybe,
  temp_min_ts: maybe,
  /** Null where no gauge measures. */
  rain_mm: maybe,
  /** Hours with rain of a day; null for a month or a year. */
  rain_hours: maybe,
  /** Days with rain of a month or a year; null for a day. */
  rain_days: maybe,
  usual: UsualSpan.nullable(),
  /** When the record will be long enough to say what is usual; null where it is long enough, or nothing is measured. */
  usual_from_ts: maybe,
});
export type GlanceSpan = z.infer<typeof GlanceSpan>;

/** Look back on this day, the one before, this month and this year so far. */
export const Glance = z.object({ today: GlanceSpan, yesterday: GlanceSpan, month: GlanceSpan, year: GlanceSpan });
export type Glance = z.infer<typeof Glance>;
