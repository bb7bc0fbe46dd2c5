import { z } from 'zod';
import { DAY_S } from '../base/durations.ts';
import { ALARM_CHANNELS, ALARM_SEVERITIES, ALARM_WHENS, MACHINE_QUANTITIES } from './alarm-names.ts';

const MOST_S = 7 * DAY_S;
const seconds = z.int().min(0).max(MOST_S);

const isLine = (text: string): boolean => /[^\s\p{C}]/u.test(text) && !/[\p{Cc}\u2028\u2029]/u.test(text);

/**
 * Line with a visible character: it is shown, announced, sent and logged. Bidirectional controls are removed: they turn the text around it, too,
 * and come along with a pasted name.
 */
export const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .overwrite((text) => text.replaceAll(/\p{Bidi_C}/gu, ''))
    .refine(isLine, { error: 'field.line' });

const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const QuietHours = z.string().regex(new RegExp(`^${CLOCK}-${CLOCK}$`), { error: 'field.quiet' });

/**
 * Rule of an alarm as the settings hold it. Only `id` has to be there: what is left out comes from the rule of that id that ships with the
 * program (`config/alarm-shelf.ts`), otherwise from the defaults.
 */
export const AlarmEntry = z.strictObject({
  id: z.string().regex(/^[a-z0-9_]{1,40}$/, { error: 'field.alarm-id' }),
  title: line(60).optional(),
  enabled: z.boolean().optional(),
  /** A name of the table of quantities (`temperatureC`, `outdoorC`, `windGustMs`…), or one of the machine's. */
  quantity: z.string().min(1).max(40).optional(),
  when: z.enum(ALARM_WHENS).optional(),
  /** Where it begins and where it ends, in the quantity's unit; of a chance 0 to 1. `off` lies on the safe side of `on`. */
  on: z.number().min(-1000).max(200_000).optional(),
  off: z.number().min(-1000).max(200_000).optional(),
  /** How long it must hold, and how long it must be over. */
  for_s: seconds.optional(),
  clear_for_s: seconds.optional(),
  /** Of `falls` and `rises`: over how long the change is taken. Three hours is the tendency of the WMO. */
  over_s: z.int().min(300).max(DAY_S).optional(),
  severity: z.enum(ALARM_SEVERITIES).optional(),
  /** Told again every so many hours until somebody acknowledges it; 0 is never. */
  repeat_h: z.number().min(0).max(168).optional(),
  /** `22:00-06:30` by the station's clock: nothing is delivered then, unless it is critical. */
  quiet: QuietHours.nullable().optional(),
  channels: z.array(z.enum(ALARM_CHANNELS)).max(ALARM_CHANNELS.length).optional(),
  only: z.strictObject({ fresh_s: z.int().min(10).max(DAY_S) }).optional(),
  /** Only the first time since summer: for the first frost. */
  season_first: z.boolean().optional(),
  /** Of a chance: of passing which value, before which hour of the station's clock. */
  limit: z.number().min(-1000).max(2000).optional(),
  by_hour: z.int().min(0).max(23).optional(),
});
export type AlarmEntry = z.infer<typeof AlarmEntry>;

export const AlarmRule = AlarmEntry.required().extend({
  title: z.string().nullable(),
  over_s: seconds.nullable(),
  limit: z.number().nullable(),
  by_hour: z.int().nullable(),
});
export type AlarmRule = z.infer<typeof AlarmRule>;

export const isMachine = (quantity: string): boolean => (MACHINE_QUANTITIES as readonly string[]).includes(quantity);
