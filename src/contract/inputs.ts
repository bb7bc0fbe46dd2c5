import { z } from 'zod';
import { int, maybe } from './common.ts';
import { INPUT_KINDS } from './names.ts';

const Place = z.enum(['outdoors', 'indoors', 'elsewhere']);
/** Sensor behind a console that is in use: a channel, the soil, the room. `retired`: it is not missed any more. */
export const Part = z.object({ name: z.string().nullable(), place: Place.nullable(), retired: z.boolean() });

/** A sender that was heard, adopted or not. */
export const Input = z.object({
  id: z.string(),
  kind: z.enum(INPUT_KINDS),
  model: z.string().nullable(),
  name: z.string().nullable(),
  place: Place.nullable(),
  adopted: z.boolean(),
  retired: z.boolean(),
  first_seen_ts: z.number(),
  last_seen_ts: z.number(),
  /** What it says now, by path: `outdoor.temperature_c`. Old values are absent. */
  values: z.record(z.string(), z.number()),
  battery: z.record(z.string(), z.enum(['ok', 'low']).nullable()),
  signal_db: maybe,
  /** Not heard for five of its usual intervals. */
  silent: z.boolean(),
  /** Cause of the gap: what brings it is silent, its radio is lost, its battery was low. Null without a gap. */
  silent_why: z.enum(['gateway', 'radio', 'battery']).nullable(),
  /** Groups that the station takes from it and that are missing, although it reports. */
  lost: z.array(z.string()),
  /** How far its clock is off; null when it tells no time, or less than five minutes. */
  clock_off_s: maybe,
  /** Groups of quantities that the station takes from it. */
  main_for: z.array(z.string()),
  /** Kind of pressure in `baromin`, by a person's word; null until then, and its pressure is not taken. Asked where `values` has `pressure.unknown_kind_hpa`. */
  pressure_kind: z.enum(['sea_level', 'station']).nullable(),
  rain_factor: z.number(),
  /** Groups of quantities that it could give. */
  source_of: z.array(z.string()),
  /** Paths of values that could not be true within the last day, and were not used. */
  refused: z.array(z.string()),
  /** Column of `/api/history/range` that keeps a value, by the path of the value. */
  recorded: z.record(z.string(), z.string()),
  /** Sensors behind a console, by what their values begin with (`ch2`), each with a name and place of its own. */
  parts: z.record(z.string(), Part),
  /** Sender that this one may replace: same model and channel, silent since it was heard first. */
  may_be: z.string().nullable(),
  /** Address in the home network that it reports from, while nobody has answered whether to take it; null for radio and the like. */
  from: z.string().nullable(),
});
export type Input = z.infer<typeof Input>;

export const Inputs = z.object({
  inputs: z.array(Input),
  /** Names that no decoder knows, by sender. */
  unknown: z.array(z.object({ id: z.string(), kind: z.string(), keys: z.array(z.string()), count: int })),
});
export type Inputs = z.infer<typeof Inputs>;

/** Topics of the broker with the numbers of their newest message, by path. Heard while somebody asks; `listening`: connected. */
export const MqttTopics = z.object({
  listening: z.boolean(),
  topics: z.array(z.object({ topic: z.string(), last_seen_ts: z.number(), values: z.record(z.string(), z.number()) })),
  /** Quantities that a number of a topic can be: `outdoor.temperature_c`. */
  quantities: z.array(z.string()),
});
export type MqttTopics = z.infer<typeof MqttTopics>;
/** Topics heard at the broker, with their newest values. */
export type BrokerTopics = Omit<MqttTopics, 'quantities'>;

/** Visible text: control characters are removed, and those that turn the direction of writing. */
const name = z
  .string()
  .min(1)
  .max(40)
  .transform((text) => text.replaceAll(/[\p{Cc}\p{Bidi_C}]/gu, '').trim())
  .pipe(z.string().min(1, { error: 'field.empty' }));

export const InputId = z.object({ id: z.string() });
export const AdoptBody = z.object({
  name: name.nullish(),
  place: Place.optional(),
  /** Sender whose place it takes: its name, place and groups. */
  replaces: z.string().max(80).nullish(),
  /** Whether its `baromin` is pressure at sea level or of its own place: consoles differ, and only a person can tell. */
  pressure_kind: z.enum(['sea_level', 'station']).optional(),
  /** Factor of its rain, from comparing with a bucket: 1.05 is 5 % more. */
  rain_factor: z.number().min(0.5).max(2).optional(),
  /** Names and places of sensors behind it. One that is retired is not missed, until it is heard again. */
  parts: z
    .record(
      z.string().max(20),
      z.object({ name: name.nullish(), place: Place.optional(), retired: z.boolean().optional() }),
    )
    .optional(),
  /** Groups that the station takes from this one from now on. */
  main_for: z.array(z.string().max(20)).max(60).optional(),
});
export type AdoptBody = z.infer<typeof AdoptBody>;
