import { z } from 'zod';

/** Shapes of engine answers. A proxy may answer instead, and a failing engine sends half an answer. */

const isText = (one: unknown): one is string => typeof one === 'string';
const isNumber = (one: unknown): one is number => typeof one === 'number';
const isNumberOrNull = (one: unknown): one is number | null => one === null || isNumber(one);

/** Looked through here, and not by zod, which copies every value: a year of a station has millions, and a fleet as many labels. */
const listOf = <T>(isOne: (one: unknown) => boolean) =>
  z.custom<T[]>((json) => Array.isArray(json) && json.every(isOne));
const Labels = z.custom<Record<string, string>>(
  (json) => typeof json === 'object' && json !== null && !Array.isArray(json) && Object.values(json).every(isText),
);

/** Point of VictoriaMetrics, which writes numbers as texts, and also NaN and infinities. */
const isNumeric = (text: string): boolean =>
  /^(?:NaN|[+-]?Inf)$/.test(text) || (text !== '' && !Number.isNaN(Number(text)));
const Point = z.tuple([z.number(), z.string().refine(isNumeric)]);

const resultOf = <S extends z.ZodType>(one: S) => z.object({ data: z.object({ result: z.array(one) }) });
const Sample = z.object({ metric: Labels, value: Point });
export type Sample = z.infer<typeof Sample>;
export const Samples = resultOf(Sample);
export const Matrices = resultOf(z.object({ metric: Labels, values: z.array(Point) }));

export const Snapshot = z.object({ snapshot: z.string().optional() });
export const SeriesLabels = z.object({ data: z.array(Labels) });

/** A line of an export: a value that is no number is null. */
export const Exported = z
  .object({ metric: Labels, values: listOf<number>(isNumberOrNull), timestamps: listOf<number>(isNumber) })
  .refine(({ values, timestamps }) => values.length === timestamps.length);

/** InfluxDB answer: numbers, each row with its time first, or a list of keys. */
const Table = z
  .object({
    tags: Labels.optional(),
    columns: listOf<string>(isText),
    values: listOf<Array<number | string | null>>(Array.isArray),
  })
  .refine(({ columns, values }) => {
    const isCell = columns[0] === 'time' ? isNumberOrNull : isText;
    return values.every((row) => row.length === columns.length && row[0] !== null && row.every(isCell));
  });
export type Table = z.infer<typeof Table>;
const Answered = z.object({ series: z.array(Table).optional(), error: z.string().optional() });

/** As many results as queries, or an error: after one InfluxDB answers no more of them. */
export const resultsOf = (asked: number) =>
  z
    .object({ results: z.array(Answered) })
    .refine(({ results }) => results.length === asked || results.some(({ error }) => error !== undefined));
