import { type ColumnName, type NarrowValues, STORED } from '../../../quantities/names.ts';
import type { Flags } from '../../quality/flags.ts';

/** Columns of one sample, in table order. A column is REAL and may be null, which means "not known". */
export const SAMPLE_COLUMNS: readonly ColumnName[] = STORED.map(({ column }) => column);

/**
 * One stored sample. `ts` is epoch seconds; the table keeps whole milliseconds, and two samples never share one. `narrow` and `flags` go wherever the
 * sample goes.
 */
export type SampleRow = { ts: number; narrow?: NarrowValues | undefined; flags?: Flags | undefined } & Record<
  ColumnName,
  number | null
>;

export const toMs = (tS: number): number => Math.round(tS * 1000);

/**
 * CPU heat per unit of k: u = max(c - T_raw, 0), 0 without a CPU temperature, so that the compensated temperature is T_raw - k u for every
 * row that has T_raw, and its mean is mean(T_raw) - k mean(u) at every tier.
 */
export const cpuExcess = (tempRaw: number | null, cpuSmooth: number | null): number | null =>
  tempRaw === null ? null : cpuSmooth === null ? 0 : Math.max(cpuSmooth - tempRaw, 0);
