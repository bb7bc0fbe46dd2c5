import { z } from 'zod';
import { ALARM_SEVERITIES, ALARM_STATES, SHELF_IDS } from './alarm-names.ts';
import { AlarmRule } from './alarm-rule.ts';
import { int, maybe } from './common.ts';

export const Alarm = z.object({
  id: z.string(),
  /** In the language that is asked for, unless the owner has named it. */
  title: z.string(),
  kind: z.enum([...SHELF_IDS, 'own']),
  enabled: z.boolean(),
  severity: z.enum(ALARM_SEVERITIES),
  state: z.enum(ALARM_STATES),
  /** Since when it is in this state; null while it is off. */
  since_ts: maybe,
  /** Value that it watches now, in `unit`; null while unknown. */
  value: maybe,
  unit: z.string(),
  /** Of a chance alarm: the chance now, 0 to 1, and until when. */
  chance: maybe,
  by_ts: maybe,
  /** Where it begins: `on` of its rule. */
  threshold: z.number(),
  acknowledged: z.boolean(),
  /** When it is delivered next: after a pending time, quiet hours, a snooze, or as a repeat. Null when nothing is due. */
  next_ts: maybe,
  snoozed_until_ts: maybe,
  /** The same from firing to resolving, and through a restart. Null while it has not fired. */
  fingerprint: z.string().nullable(),
  started_ts: maybe,
  text: z.string(),
  rule: AlarmRule,
});
export type Alarm = z.infer<typeof Alarm>;

/** `rules`: how many there are, those that are off included. */
export const Alarms = z.object({ alarms: z.array(Alarm), rules: int });
export type Alarms = z.infer<typeof Alarms>;

export const AlarmId = z.object({ id: z.string() });
const WEEK_MIN = 7 * 24 * 60;
export const SnoozeBody = z.object({ minutes: z.int().min(1).max(WEEK_MIN).default(60) });

/** A test is told to every channel of the rule, under a fingerprint of its own; the state stays. */
export const AlarmTested = z.object({ id: z.string(), fingerprint: z.string(), channels: z.array(z.string()) });
export type AlarmTested = z.infer<typeof AlarmTested>;

/** `n`: questions, asked on the hour; `nights`: how many nights they are of. Questions of one night share its outcome. */
export const ReliabilityBin = z.object({ said: z.number(), came: z.number(), n: int, nights: int });
export type ReliabilityBin = z.infer<typeof ReliabilityBin>;

/** Worth of warnings: how many came true, what came without one, and how long before. */
const worth = { came: int, missed: int, false_per_month: maybe, median_lead_h: maybe };

/** Score of a threshold, as it was or would have been. */
export const AlarmTally = z.object({ threshold: z.number(), warnings: int, came: int, for_nothing: int, missed: int });
export type AlarmTally = z.infer<typeof AlarmTally>;

/** Most that was said before each night (or day), and whether it came; null while it is not over. */
const AlarmSaying = z.object({ ts: z.number(), said: z.number(), came: z.boolean().nullable(), lead_h: maybe });
export type AlarmSaying = z.infer<typeof AlarmSaying>;

/** The same record by the thermometer alone: warned below 2 °C now. */
export const NaiveScore = z.object({ ...worth, warnings: int, brier_skill: maybe });
export type NaiveScore = z.infer<typeof NaiveScore>;

const ALARM_VERDICTS = ['trusted', 'too_sure', 'too_careful', 'too_few'] as const;
export const AlarmScore = z.object({
  id: z.string(),
  threshold: z.number(),
  /** Warnings that are over. */
  n: int,
  ...worth,
  /** Brier skill over the station's own climatology: how often it came on the other nights around that date. */
  brier_skill: maybe,
  /** By tenths of what was said, least first; tenths that were never said are left out. */
  reliability: z.array(ReliabilityBin),
  /** `too_few`: fewer than ten warnings. */
  verdict: z.enum(ALARM_VERDICTS),
  /** Warnings that are needed for a verdict. */
  needed: int,
  proposal: AlarmTally.nullable(),
  /** Null where no such rule makes sense. */
  naive: NaiveScore.nullable(),
  record: z.array(AlarmSaying),
});
export type AlarmScore = z.infer<typeof AlarmScore>;
export const AlarmScores = z.object({ scores: z.array(AlarmScore) });
export type AlarmScores = z.infer<typeof AlarmScores>;
