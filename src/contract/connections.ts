import { z } from 'zod';
import { int, maybe } from './common.ts';
import { FleetNotice } from './fleet-notice.ts';

export const Connection = z.object({
  /** Name in the settings: `mqtt`, `push`, `fleet`, one of `uploads`, or `alarm_` and a channel of the alarms. */
  name: z.string(),
  enabled: z.boolean(),
  state: z.enum(['off', 'ok', 'retrying', 'refused']),
  /** Why nothing is sent at all: nobody switched it on, the weather is made up, or a setting or a file is missing. */
  why_off: z.enum(['disabled', 'simulated', 'incomplete']).nullable(),
  last_success_ts: maybe,
  /** Last error, without keys; null since the last success. */
  last_error: z.string().nullable(),
  /** Rows that are due, or will be sent again because they were corrected; for a channel of the alarms its messages. */
  waiting: int,
  /** Rows that start before this moment have been sent, or passed by; null for who takes none. */
  cursor_ts: maybe,
  /** Notices of the fleet's operator; only for `fleet`, and only if there are any. */
  notices: z.array(FleetNotice).optional(),
});
export type Connection = z.infer<typeof Connection>;

export const Connections = z.object({
  sinks: z.array(Connection),
  /** Home Assistant's weather card over our MQTT entities, as text for its settings; null without MQTT. */
  card: z.string().nullable(),
});
export type Connections = z.infer<typeof Connections>;

export const ConnectionTest = z.object({
  name: z.string(),
  outcome: z.enum(['ok', 'retry', 'refused', 'passed']),
  /** HTTP status, or the code of a mail server; null without an answer. */
  status: int.nullable(),
  /** Answer of the receiver, or why it was not reached: at most 2 kB, without keys. */
  text: z.string(),
  took_ms: int,
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;

export const ConnectionName = z.object({ name: z.string().max(40) });
