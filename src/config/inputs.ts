import { z } from 'zod';
import { address, broker, flag, section, whole } from './fields.ts';
import type { Masking } from './mask.ts';

// Senders that are heard beside the board, or in its place (`sensors.source`).

/** One place in a payload: its path with dots (`BME280.Temperature`, `.` for a bare number), and its unit where the payload does not tell. */
const Place = z.union([z.string().max(200), z.strictObject({ path: z.string().max(200), unit: z.string().max(20) })]);
/** Topic of a sensor, with the place of each quantity in its payload. */
const Topic = z.strictObject({
  topic: z.string().min(1).max(300),
  map: z.record(z.string().regex(/^[a-z0-9_.]{1,60}$/), Place),
});

export const inputs = z.strictObject({
  ecowitt: section(z.strictObject({ enabled: flag(false), port: z.int().min(0).max(65_535).nullable().default(null) })),
  rtl433: section(
    z.strictObject({
      enabled: flag(false),
      command: z.string().min(1).max(1000).default('rtl_433'),
      args: z
        .array(z.string().max(300))
        .max(50, { error: 'field.entries 50' })
        .default([])
        .meta({ masked: 'arguments' satisfies Masking }),
    }),
  ),
  tempest: section(z.strictObject({ enabled: flag(false), port: whole(50_222, 0, 65_535) })),
  davis: section(
    z.strictObject({ enabled: flag(false), url: address(/^https?:\/\/[^\s/?#@]+\/?$/i, 'field.input-url') }),
  ),
  kernel: section(z.strictObject({ enabled: flag(false), root: z.string().min(1).max(1000).default('/') })),
  mqtt: section(
    z.strictObject({
      enabled: flag(false),
      ...broker,
      topics: z.array(Topic).max(100, { error: 'field.entries 100' }).default([]),
    }),
  ),
});

/** Every kind of sender; each may also be the source in place of a board. */
export const INPUT_NAMES = Object.keys(inputs.shape) as (keyof typeof inputs.shape)[];
