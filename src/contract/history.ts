import { z } from 'zod';
import { type DayName, type NarrowDayName, quantitiesWith, type RecordName } from '../quantities/names.ts';
import type { Quantity } from '../quantities/quantity.ts';
import { each, int, maybe } from './common.ts';

const column = z.array(maybe);
const times = z.array(z.number());
const nothing = z.strictObject({});

export const History = z.object({
  n: int,
  hours: z.number().optional(),
  series: z.union([
    z.object({
      ts: times,
      ...each(
        quantitiesWith('history').map(({ history }) => history),
        column,
      ),
    }),
    nothing,
  ]),
});
export type History = z.infer<typeof History>;

const charted = quantitiesWith('chart', 'column').map(({ chart }) => chart);
const spanned = quantitiesWith('spans', 'column').flatMap(({ chart }) => [`${chart}_lo`, `${chart}_hi`] as const);
/** There where the station has ever measured them. */
const narrow = [
  ...quantitiesWith('chart', 'narrow').map(({ chart }) => chart),
  ...quantitiesWith('spans', 'narrow').flatMap(({ chart }) => [`${chart}_lo`, `${chart}_hi`] as const),
];
const rangeSeries = z.object({
  ts: times,
  ...each(charted, column),
  ...each(spanned, column),
  ...each(narrow, column.optional()),
  n: z.array(int),
});
export const RANGE_COLUMNS = Object.keys(rangeSeries.shape).filter((name) => name !== 'ts') as ReadonlyArray<
  Exclude<keyof z.infer<typeof rangeSeries>, 'ts'>
>;
/** Import that some rows of an answer came from, and what they reach over. There where rows were imported. */
const Provenance = z.object({
  job: int,
  format: z.string(),
  files: z.array(z.string()),
  from: z.number(),
  to: z.number(),
});

export const HistoryRange = z.object({
  n: int,
  bucket_s: int,
  start: z.number().optional(),
  end: z.number().optional(),
  series: z.union([rangeSeries, nothing]),
  imported: z.array(Provenance).optional(),
});
export type HistoryRange = z.infer<typeof HistoryRange>;

type RangeSeries = z.infer<typeof rangeSeries>;
/** Answer of the range query for chosen columns. */
export type RangeOf<C extends keyof RangeSeries> = Omit<HistoryRange, 'series'> & {
  series: Pick<RangeSeries, 'ts' | C> | Record<string, never>;
};

/** Range with the requested columns and `ts`, or all. */
export const SomeRange = HistoryRange.extend({
  series: z.union([rangeSeries.partial().extend({ ts: times }), nothing]),
});
export type SomeRange = z.infer<typeof SomeRange>;

const dayNames = <N extends string>(rows: readonly Quantity[]): readonly N[] =>
  rows.flatMap(({ day }) => (day ? day.of.map((value) => `${day.as}_${value}` as N) : []));

export const Day = z.object({
  day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  first_ts: z.number(),
  last_ts: z.number(),
  n: int,
  ...each(dayNames<DayName>(quantitiesWith('day', 'column')), maybe),
  ...each(dayNames<NarrowDayName>(quantitiesWith('day', 'narrow')), maybe.optional()),
  /** When the day was warmest and coldest: the moment of the sample itself, however coarse the rows that are left. */
  temp_max_ts: maybe,
  temp_min_ts: maybe,
  /** Number of the import that rows of this day came from. */
  imported: int.optional(),
});
export type Day = z.infer<typeof Day>;
export const Daily = z.object({ days: z.array(Day) });
export type Daily = z.infer<typeof Daily>;

const extreme = z.object({ ts: z.number(), value: z.number() }).nullable();
export const Records = z.object({
  ...each(
    quantitiesWith('records').flatMap(({ records }): RecordName[] => [records.max, records.min]),
    extreme,
  ),
  coverage: z.object({ first_ts: maybe, last_ts: maybe, rows: int }),
});
export type Records = z.infer<typeof Records>;

export const Storage = z.object({
  tiers: z.array(
    z.object({
      tier: z.union([z.literal(0), z.literal(1), z.literal(2)]),
      label: z.enum(['raw', '5 minute', 'hourly']),
      rows: int,
      first_ts: maybe,
      last_ts: maybe,
    }),
  ),
  bytes: int,
  policy: z.object({ raw_retention_days: z.number(), five_min_retention_days: z.number(), note: z.string() }),
});
export type Storage = z.infer<typeof Storage>;
