import type { DayValue, Quantity } from './quantity.ts';
import { QUANTITIES } from './table.ts';

type Table = typeof QUANTITIES;
export type QuantityName = keyof Table;
type NamesWith<K extends keyof Quantity> = {
  [N in QuantityName]: Table[N] extends Record<K, unknown> ? N : never;
}[QuantityName];
type Row<K extends keyof Quantity> = { [N in NamesWith<K>]: { readonly name: N } & Table[N] }[NamesWith<K>];

/** Rows of the table that have all of these fields, each with its name, in the order of the table. */
export const quantitiesWith = <K extends keyof Quantity>(...fields: readonly K[]): readonly Row<K>[] =>
  Object.entries(QUANTITIES)
    .filter(([, row]) => fields.every((field) => field in row))
    .map(([name, row]) => ({ name, ...row }) as unknown as Row<K>);

export const STORED = quantitiesWith('column');
export type StoredName = NamesWith<'column'>;
export type ColumnName = Row<'column'>['column'];
export type RawColumn = Extract<Row<'column'>, { origin: 'raw' }>['column'];
export type DatedColumn = Row<'dated'>['column'];

/** Quantities that only some stations have, in the narrow tables. */
export const NARROW = quantitiesWith('narrow');
export type NarrowName = NamesWith<'narrow'>;
/** Values of them that came with one sample. One that is not here was not reported. */
export type NarrowValues = Readonly<Partial<Record<NarrowName, number>>>;

type Lead = Exclude<NarrowName, NamesWith<'flaggedWith'>>;
/** Name of a narrow quantity's quality flags: its column in the charts. */
export type HeardSignal = Table[Lead]['chart'];
/** Narrow quantities with quality flags of their own, each with all that come from the same sensor and bear its flags. */
export const HEARD_SIGNALS = NARROW.filter((row) => !('flaggedWith' in row)).map(({ name, narrow, chart }) => ({
  name: chart as HeardSignal,
  lead: name as Lead,
  narrow,
  together: NARROW.filter((row) => row.name === name || ('flaggedWith' in row && row.flaggedWith === name)),
}));

/** Quantities that leave the house: pushed, uploaded or sent to a fleet. */
export const SENT = quantitiesWith('push', 'column');
type SentRow = Row<'push' | 'column'>;
export type SentName = SentRow['name'];
export type SentColumn = SentRow['column'];
/** Those of them that only some stations have. */
export const SENT_NARROW = quantitiesWith('push', 'narrow');
export type SentNarrow = Record<Row<'push' | 'narrow'>['name'], number | null>;

type InTelemetry<G extends string> = Extract<Row<'telemetry'>, { telemetry: `${G}.${string}` }>;
type KeyIn<G extends string, P> = P extends `${G}.${infer K}` ? K : never;
interface Inside<G extends string> {
  name: InTelemetry<G>['name'];
  key: KeyIn<G, InTelemetry<G>['telemetry']>;
}
/** Quantities of one object of the telemetry record, each with its key there. */
export const insideTelemetry = <G extends 'derived' | 'rates' | 'channels'>(group: G): readonly Inside<G>[] =>
  quantitiesWith('telemetry')
    .filter(({ telemetry }) => telemetry.startsWith(`${group}.`))
    .map(({ name, telemetry }) => ({ name, key: telemetry.slice(group.length + 1) }) as Inside<G>);
export type DerivedName = InTelemetry<'derived'>['name'];

export type RecordName = Row<'records'>['records']['max' | 'min'];
export type RecordColumn = Row<'records'>['column'];
export type MetricFamily = Row<'metric'>['metric']['family'];

type DayNameOf<D> = D extends { as: infer A extends string; of: readonly (infer V extends DayValue)[] }
  ? `${A}_${V}`
  : never;
/** Values of the daily summary: of what every station measures, and of what some do. */
export type DayName = DayNameOf<Row<'day' | 'column'>['day']>;
export type NarrowDayName = DayNameOf<Row<'day' | 'narrow'>['day']>;
