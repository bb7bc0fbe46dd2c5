import { z } from 'zod';
import { RANGE_COLUMNS } from './history.ts';
import { CSV_LAYOUTS, EVENT_KINDS, HORIZONS_S, LIMITS } from './names.ts';

/** Given, it is done once: what asks again with the same key is answered as before. */
export const IdempotencyHeaders = z.object({ 'Idempotency-Key': z.string().max(80).optional() });

/** Longer than any number a program prints; what is longer is refused unread. */
const LONGEST_NUMBER = 64;
// What a query carries is text. A bare coercion would read '' as 0, '0x10' as 16 and 'Infinity' as a number. No part of the
// pattern can begin where another could also go on, so a text is read once, however it ends.
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const decimal = z
  .string({ error: 'must be given once, as a number' })
  .max(LONGEST_NUMBER, { error: `must be a number of at most ${LONGEST_NUMBER} characters`, abort: true })
  .trim()
  .regex(DECIMAL, { error: 'field.number' })
  .transform(Number)
  .pipe(z.number({ error: 'field.finite' }));
/** Whole first, then the bounds: 1e30 is a whole number, and only too large. */
export const wholeQuery = (min: number, max: number) =>
  decimal.pipe(
    z
      .number()
      .check(({ value, issues }) => {
        if (Number.isInteger(value)) return;
        const message = 'field.whole';
        issues.push({ code: 'invalid_type', expected: 'int', input: value, message, continue: false });
      })
      .min(min)
      .max(max)
      .meta({ type: 'integer' }),
  );

const YES = ['1', 'true', 'on', 'yes'];
const NO = ['0', 'false', 'off', 'no'];
const flag = z
  .string({ error: 'must be given once, as true or false' })
  .max(LONGEST_NUMBER, { error: 'field.boolean', abort: true })
  .trim()
  .toLowerCase()
  .refine((text) => YES.includes(text) || NO.includes(text), { error: 'field.boolean' })
  .transform((text) => YES.includes(text))
  .pipe(z.boolean());

export const HistoryQuery = z.object({
  hours: decimal.pipe(z.number().gt(0).max(2160)).default(6),
  max_points: wholeQuery(10, 5000).default(720),
});

const span = { start: decimal.optional(), end: decimal.optional() };
/** The window of range and CSV: `hours` overrides `start` and `end`. Which of them must be there is a rule, not a type. */
const window = { ...span, hours: decimal.pipe(z.number().gt(0)).optional() };
/** Names of a fixed list, with commas between them. */
const namesOf = <T extends string>(known: readonly T[], error: string) =>
  z
    .string({ error: 'must be given once, as names with commas between them' })
    .max(2000, { abort: true })
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(known, { error })));
export const RangeQuery = z.object({
  ...window,
  bucket: wholeQuery(LIMITS.bucketLeastS, LIMITS.bucketMostS).optional(),
  /** Ours: a telephone that draws one line need not be sent sixteen. */
  columns: namesOf(RANGE_COLUMNS, 'must name columns of the range').optional(),
});
export type WindowQuery = z.infer<z.ZodObject<typeof window>>;
export const units = z.enum(['metric', 'imperial'], { error: 'must be metric or imperial' });
/**
 * `units=1` has each column's unit in its name; without it columns are called as they always were. `system=imperial` is in °F, inHg, mph
 * and inches, and says so. `flags=1` adds quality flags, and has samples as measured; `flag_columns=one` has them in one column.
 * `provenance=1` adds where each row came from. `layout=long` has a line for each value.
 */
export const ExportQuery = z.object({
  ...window,
  units: flag.default(false),
  system: units.default('metric'),
  flags: flag.default(false),
  flag_columns: z.enum(['each', 'one'], { error: 'must be each or one' }).default('each'),
  provenance: flag.default(false),
  layout: z.enum(CSV_LAYOUTS, { error: 'must be wide or long' }).default('wide'),
});

/** Spec 4, rule 1 names the daily summary too: `hours`, when given, is the trailing window instead of `days`. */
export const DailyQuery = z.object({
  days: wholeQuery(1, LIMITS.dailyDays).default(30),
  hours: decimal.pipe(z.number().gt(0)).optional(),
});
/** `2026-10`; without it the month that is running at the station. */
export const ReportQuery = z.object({
  month: z
    .string({ error: 'must be given once, as a year and a month' })
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'must be a year and a month, as in 2026-10' })
    .optional(),
  units: units.optional(),
});
export type ReportQuery = z.infer<typeof ReportQuery>;
/** Which quantity; without it all. */
const target = z.string().optional();
/** Language of the sentences; otherwise the best of `Accept-Language`, otherwise English. */
const lang = z.string({ error: 'must be given once, as a language such as de' }).optional();
export const WordedQuery = z.object({ lang });
export const WordedReportQuery = ReportQuery.extend({ lang });
/** The moment to look back on. */
export const IssuedQuery = z.object({ at: decimal, target });
/** Which value, and by when; without `by`, as far as the forecast reaches. */
export const ChanceQuery = z.object({
  target: z.string().default('temperature'),
  side: z.enum(['below', 'above'], { error: 'must be below or above' }).default('below'),
  value: decimal,
  by: decimal.optional(),
});
/** Evenly spaced thresholds. */
export const ChancesQuery = z.object({
  target: z.string().default('temperature'),
  least: decimal,
  step: decimal.pipe(z.number().min(0.01).max(100)).default(1),
  count: decimal.pipe(z.int().min(1).max(64)).default(1),
});
export const SkillQuery = z.object({
  target: z.string().default('temperature'),
  horizon_s: decimal
    .pipe(z.literal([...HORIZONS_S], { error: `field.one-of ${HORIZONS_S.join(', ')}` }))
    .default(10_800),
  by: z.enum(['day', 'month'], { error: 'must be day or month' }).default('day'),
});
/** Sentences in the reader's units; those of the station without one. */
export const AlarmsQuery = WordedQuery.extend({ units: units.optional() });
/** Another threshold of a chance alarm, and over which part of the past. */
export const RehearseQuery = z.object({
  /** Without one, that of the rule. */
  on: decimal.pipe(z.number().min(0.01).max(0.99)).optional(),
  days: z.enum(['30', 'winter'], { error: 'must be 30 or winter' }).default('30'),
});
export const ForecastQuery = z.object({ target, refresh: flag.default(false) });
/** Ours, as for the forecast: only one quantity. */
export const TargetQuery = z.object({ target });
export const WordedTargetQuery = z.object({ target, lang });

/** Ours: any stretch of the log, page by page. `before` is the id of the last event of the page before; `end` is not in it. */
export const EventsQuery = z.object({
  limit: wholeQuery(1, LIMITS.events).default(50),
  ...span,
  before: wholeQuery(1, Number.MAX_SAFE_INTEGER).optional(),
  kinds: namesOf(EVENT_KINDS, 'must name kinds of events').optional(),
  lang,
});
export type EventsQuery = z.infer<typeof EventsQuery>;
export const TrainQuery = z.object({ hours: decimal.pipe(z.number().gt(1)).default(720) });

/** Moment that a date can have: what lies before that nobody can draw. */
const moment = z.number().min(-8_640_000_000_000);

const LABEL_KINDS = ['rain', 'fog', 'frost', 'window_open'] as const;
export const LabelBody = z.object({
  kind: z
    .enum(LABEL_KINDS, { error: `field.one-of ${LABEL_KINDS.join(', ')}` })
    .default('rain')
    .meta({
      description:
        'rain teaches the chance of rain; window_open pauses what the forecasts learn; fog and frost are kept and teach nothing',
    }),
  value: z.number().min(0).max(1),
  ts: moment.nullish(),
  note: z.string().default(''),
});
/** Ours: `offset` passes over those of the pages before. */
export const LabelsQuery = z.object({
  limit: wholeQuery(1, LIMITS.labels).default(50),
  offset: wholeQuery(0, Number.MAX_SAFE_INTEGER).default(0),
  kinds: namesOf(LABEL_KINDS, `must name kinds of labels: ${LABEL_KINDS.join(', ')}`).optional(),
});
export const CorrectLabelBody = z.object({ value: z.number().min(0).max(1) });

/** Something to see: neither space nor what only joins, turns or fills letters. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;

/** Visible text: control characters are removed. */
const words = z
  .string()
  .min(1)
  .max(LIMITS.noteLetters)
  .transform((text) =>
    text
      .toWellFormed()
      .replaceAll(/[^\P{Cc}\n]/gu, '')
      .trim(),
  )
  .pipe(z.string().regex(VISIBLE, { error: 'field.empty' }));
export const NotesQuery = z.object({
  limit: wholeQuery(1, LIMITS.notes).default(100),
  offset: wholeQuery(0, Number.MAX_SAFE_INTEGER).default(0),
  ...span,
});
export const QualityQuery = z.object({ start: decimal, end: decimal });
export const NoteBody = z.object({ text: words, ts: moment.nullish() });
export const ChangeNoteBody = z
  .object({ text: words.optional(), ts: moment.optional() })
  .refine(({ text, ts }) => text !== undefined || ts !== undefined, { error: 'must have text or ts' });

/** Spec 4, rule 10: a reset resets, whatever else is sent, so nothing else is even looked at. */
const ResetBody = z.looseObject({ reset: z.literal(true) });
const resetWins = <S extends z.ZodObject>(schema: S) =>
  z.preprocess((body) => (ResetBody.safeParse(body).success ? { reset: true } : body), schema);

/** Any reference is accepted (spec 2.12): the coefficient's own limits bound its effect, and the page asks back. */
export const CalibrateBody = resetWins(
  z.object({ reference_c: z.number().nullish(), reset: z.boolean().default(false) }),
);
export const CalibrateHumidityBody = resetWins(
  z.object({ reference_pct: z.number().min(0).max(100).nullish(), reset: z.boolean().default(false) }),
);

export const UndoCalibrationBody = z.object({ signal: z.enum(['temperature', 'humidity']).default('temperature') });

export const EmptyBody = z.strictObject({}).optional();
export const RowId = z.object({ id: wholeQuery(1, Number.MAX_SAFE_INTEGER) });
