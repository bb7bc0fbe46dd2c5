import { SAMPLE_COLUMNS, type SampleColumn } from './sample-row.ts';

/**
 * What a five-minute or hourly row keeps of each quantity: mean, lowest, highest, and how many samples lacked it. The count is
 * `n - gaps`; zero gaps take no byte in SQLite, a count would take two. Orientation is left out: it is a function of the mean
 * vectors, and the mean of an angle is not.
 */
const NOT_ROLLED: readonly SampleColumn[] = ['pitch', 'roll', 'yaw', 'compass'];

/** Kept for recompute alone: the mean of u = max(c - T_raw, 0), see `cpuExcess`. Its extremes serve nobody. */
export const EXCESS = 'cpu_excess';

export type Quantity = SampleColumn | typeof EXCESS;

export const QUANTITIES: readonly Quantity[] = [
  ...SAMPLE_COLUMNS.filter((column) => !NOT_ROLLED.includes(column)),
  EXCESS,
];

/** Their extremes are records, so the moment is kept, in ms after the start of the row. */
export const DATED = ['temp_smooth', 'hum_smooth', 'press_slp', 'dew', 'press_rate'] as const;
export type Dated = (typeof DATED)[number];

/** All value columns of a folded row, in table order, after `ts` and `n`. */
export const ROLLUP_COLUMNS: readonly string[] = QUANTITIES.flatMap((q) =>
  q === EXCESS ? [q, `${q}_gaps`] : [q, `${q}_lo`, `${q}_hi`, `${q}_gaps`],
).concat(DATED.flatMap((q) => [`${q}_lo_at`, `${q}_hi_at`]));

export const isWhole = (column: string): boolean => /_gaps$|_at$/.test(column);
