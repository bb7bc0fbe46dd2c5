import { type ColumnName, type DatedColumn, quantitiesWith, STORED } from '../../../quantities/names.ts';

/** Kept for recompute alone: the mean of u = max(c - T_raw, 0), see `cpuExcess`. Its extremes are not used. */
export const EXCESS = 'cpu_excess';

export type Quantity = ColumnName | typeof EXCESS;

/**
 * Quantities of a five-minute or hourly row, each with its mean, lowest, highest, and how many samples lacked it. The count is
 * `n - gaps`; zero gaps take no byte in SQLite, a count would take two. Directions are left out: the orientation is a function of the mean
 * vectors, and the columns have no room for that of a direction.
 */
export const QUANTITIES: readonly Quantity[] = [
  ...STORED.filter(({ kind }) => kind !== 'direction').map(({ column }) => column),
  EXCESS,
];

/** Their extremes are records, so the moment is kept, in ms after the start of the row. */
export const DATED: readonly DatedColumn[] = quantitiesWith('dated').map(({ column }) => column);

/** All value columns of a folded row, in table order, after `ts` and `n`. */
export const ROLLUP_COLUMNS: readonly string[] = QUANTITIES.flatMap((q) =>
  q === EXCESS ? [q, `${q}_gaps`] : [q, `${q}_lo`, `${q}_hi`, `${q}_gaps`],
).concat(DATED.flatMap((q) => [`${q}_lo_at`, `${q}_hi_at`]));

/** Cells of a folded row before the value columns: its start and its count. */
export const HEAD = 2;
/** Place of a column in a folded row. */
export const placeOf = (column: string): number => HEAD + ROLLUP_COLUMNS.indexOf(column);
