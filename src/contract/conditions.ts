import { z } from 'zod';
import { int, maybe } from './common.ts';
import { EventRecord } from './events.ts';
import { Health } from './telemetry.ts';

export const Precipitation = z.object({
  rain_probability: maybe,
  model_probability: maybe,
  prior_probability: maybe,
  learner_trust: maybe,
  /** Ours: what somebody said in the last hours adds to the logit of `rain_probability`. */
  word_logit: maybe,
  condition: z.string().nullable(),
  label: z.string().nullable(),
  zambretti_z: int.nullable(),
  pressure_characteristic: z.string().nullable(),
  tendency: maybe,
  sea_level_pressure: maybe,
  strong_labels: int,
  weak_labels: int,
  logloss_ewma: maybe,
  indoors_caveat: z.boolean(),
  /** A rain gauge reports: it teaches the chance of rain and scores it, so nobody need be asked. */
  measured: z.boolean(),
  /** Three-hour spells that it has judged, one an hour; and the Brier skill over the usual share of rain, null in the first week. */
  measured_spells: int,
  measured_skill: maybe,
});
export type Precipitation = z.infer<typeof Precipitation>;
/** Before the first five-minute row there is none, and the answer is `{}`. */
export const MaybePrecipitation = z.union([Precipitation, z.strictObject({})]);

/** The pressure in three kinds; null where what a kind needs is not measured. */
export const Pressure = z.object({
  /** At the station, offset included. */
  station_hpa: maybe,
  /** Reduced to sea level by WMO-No. 8, from the mean air of twelve hours outdoors. */
  sea_level_hpa: maybe,
  /** Altimeter setting (QNH), by the standard atmosphere alone: what airports tell, and what charts and telemetry show. */
  altimeter_hpa: maybe,
  offset_hpa: z.number(),
  altitude_m: z.number(),
  /** Mean temperature of the twelve hours, where the board is outdoors. */
  mean_temperature: maybe,
  indoors: z.boolean(),
});
export type Pressure = z.infer<typeof Pressure>;

export const SignalHealth = z.object({
  status: z.enum(['ok', 'warn', 'fault', 'missing']),
  detail: z.string(),
  value: maybe,
  std: maybe,
});
export type SignalHealth = z.infer<typeof SignalHealth>;

export const Anomaly = z.object({
  novelty: z.object({
    d2: maybe,
    d2_instant: maybe,
    alarm: z.boolean(),
    warm: z.boolean(),
    contributions: z.record(z.string(), maybe),
  }),
  health: z.record(z.string(), SignalHealth),
  health_overall: Health,
  drift: z.object({ stress: z.number(), alarms: int, last_alarm_ts: maybe, retrain_requested: z.boolean() }),
  events: z.array(EventRecord),
});
export type Anomaly = z.infer<typeof Anomaly>;

const label = { id: int, kind: z.string(), value: z.number(), ts: z.number() };
export const LabelResult = z.object({
  accepted: z.literal(true),
  ...label,
  learned: z.boolean(),
  loss: maybe.optional(),
  strong_labels: int.optional(),
});
export type LabelResult = z.infer<typeof LabelResult>;
export const LabelUndone = z.object({
  removed: z.literal(true),
  id: int,
  /** False for a label that was never learned, or too long ago to be forgotten exactly. */
  unlearned: z.boolean(),
  strong_labels: int,
});
export type LabelUndone = z.infer<typeof LabelUndone>;

/** An observation reported by a person. */
export const GivenLabel = z.object({
  ...label,
  /** When it was said; `ts` is the moment that was observed. */
  given_ts: z.number(),
  note: z.string(),
  learned: z.boolean(),
  /** Whether a label can be undone: its lesson can be removed, or nothing was learned from it. */
  undoable: z.boolean(),
});
export type GivenLabel = z.infer<typeof GivenLabel>;
/** Newest observation first; `total` counts what the question names, on all pages. */
export const Labels = z.object({ labels: z.array(GivenLabel), total: int });
export type Labels = z.infer<typeof Labels>;
export const LabelCorrected = z.object({
  corrected: z.literal(true),
  ...label,
  /** False for a label that was never learned, or too long ago: what was learned from the old value stays. */
  relearned: z.boolean(),
  strong_labels: int,
});
export type LabelCorrected = z.infer<typeof LabelCorrected>;
