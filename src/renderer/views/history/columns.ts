import type { HistoryRange } from '../../../contract/history.ts';
import { inUnits, type Kind, type Units } from '../../format.ts';

export type Column = Array<number | null>;
/** Time, mean, lowest, highest: parallel arrays, as the API sends them and as the chart draws them. */
export type Columns = [ts: number[], mean: Column, low: Column, high: Column];

export const PANELS = ['temperature', 'humidity', 'pressure'] as const;
export type Panel = (typeof PANELS)[number];
const FIELD = { temperature: 'temp', humidity: 'hum', pressure: 'press' } as const;

/** One quantity in the reader's units. Where a bucket is missing a row of nulls is put, so that the line breaks there. */
export function columnsOf(range: HistoryRange, panel: Panel, units: Units): Columns {
  const { series, bucket_s: bucketS } = range;
  if (!('ts' in series)) return [[], [], [], []];
  const kind: Kind = panel;
  const convert = (value: number | null | undefined): number | null =>
    value === null || value === undefined ? null : inUnits(kind, value, units);
  const field = FIELD[panel];
  const sources = [series[field], series[`${field}_lo`], series[`${field}_hi`]] as const;
  const columns: Columns = [[], [], [], []];
  const push = (tS: number, values: readonly [number | null, number | null, number | null]): void => {
    columns[0].push(tS);
    columns[1].push(values[0]);
    columns[2].push(values[1]);
    columns[3].push(values[2]);
  };
  series.ts.forEach((tS, i) => {
    const before = series.ts[i - 1];
    if (before !== undefined && tS - before > 1.5 * bucketS) push(before + bucketS, [null, null, null]);
    push(tS + bucketS / 2, [convert(sources[0][i]), convert(sources[1][i]), convert(sources[2][i])]);
  });
  return columns;
}

/** The index of the row nearest to a moment; -1 when there is none. */
export function nearest(ts: readonly number[], tS: number): number {
  let low = 0;
  let high = ts.length - 1;
  if (high < 0) return -1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (ts[middle]! < tS) low = middle;
    else high = middle;
  }
  return Math.abs(ts[low]! - tS) <= Math.abs(ts[high]! - tS) ? low : high;
}
