import { z } from 'zod';
import { int } from './common.ts';

/** Weather conditions of Home Assistant's closed list that this station can tell: it sees rain coming and light, but no type of cloud. */
export const CONDITIONS = ['clear-night', 'cloudy', 'partlycloudy', 'rainy', 'sunny'] as const;
const Condition = z.enum(CONDITIONS);
export type Condition = z.infer<typeof Condition>;

/** Forecast entry for an hour or a day, with Home Assistant's keys. Unknown values are left out. */
const Entry = z.object({
  datetime: z.string(),
  condition: Condition.optional(),
  native_temperature: z.number().optional(),
  native_templow: z.number().optional(),
  native_pressure: z.number().optional(),
  native_dew_point: z.number().optional(),
  humidity: z.number().optional(),
  precipitation_probability: int.optional(),
});
export type HomeAssistantEntry = z.infer<typeof Entry>;

export const HomeAssistantForecast = z.object({
  attribution: z.string(),
  condition: Condition.nullable(),
  hourly: z.array(Entry),
  daily: z.array(Entry),
});
export type HomeAssistantForecast = z.infer<typeof HomeAssistantForecast>;

/** Something to see. */
const PRINTABLE = /[!-~]/;

/**
 * Where hourly statistics go. `token`: a long-lived access token of an administrator; it is stored nowhere. `prefix` tells stations of one Home Assistant
 * apart: `weatherglass:garden_temperature`.
 */
export const HomeAssistantExportBody = z.object({
  address: z.string().min(1).max(300).regex(PRINTABLE, { error: 'field.empty' }),
  token: z.string().min(1).max(1000).regex(PRINTABLE, { error: 'field.empty' }),
  prefix: z
    .string()
    .max(40)
    .regex(/^([a-z0-9]+(_[a-z0-9]+)*)?$/, { error: 'must be small letters, digits and single underscores' })
    .default(''),
});

/** `sent`: hourly values taken so far; `share` of the history. `detail`: how it ended. */
export const HomeAssistantExport = z.object({
  state: z.enum(['idle', 'running', 'done', 'failed']),
  sent: int,
  share: z.number(),
  detail: z.string().nullable(),
});
export type HomeAssistantExport = z.infer<typeof HomeAssistantExport>;
