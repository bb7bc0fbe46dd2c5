/**
 * The columns of one sample, named once. A column is REAL and may be null, which means "not known": the tables, the insert and
 * the roll-ups are made from these lists, so a new quantity is one word here.
 */

/** As the chips gave it (spec 2.15): written once, never overwritten. What the compensation reads is here, too. */
export const RAW_COLUMNS = [
  'temp_raw', // fused element temperature the compensation starts from
  'temp_hum_chip',
  'temp_press_chip',
  'cpu_temp', // as read
  'cpu_smooth', // EW mean of 60 s; the compensation's own input
  'hum_raw',
  'press_raw', // station level, hPa
  'outdoor_c',
  'lux',
  'clear',
  'red',
  'green',
  'blue',
  'cct',
  'accel_x',
  'accel_y',
  'accel_z',
  'gyro_x',
  'gyro_y',
  'gyro_z',
  'mag_x',
  'mag_y',
  'mag_z',
] as const;

/** Made from the raw columns by the calibration in force and the filters; recompute makes them anew. */
const DERIVED_COLUMNS = [
  'temp', // compensated, not smoothed
  'hum', // offset-corrected, not smoothed
  'temp_smooth',
  'hum_smooth',
  'press_smooth', // station level
  'press_slp',
  'dew',
  'temp_rate',
  'hum_rate',
  'press_rate',
  'cloud_index',
  'pitch',
  'roll',
  'yaw',
  'compass',
] as const;

export type RawColumn = (typeof RAW_COLUMNS)[number];
export type DerivedColumn = (typeof DERIVED_COLUMNS)[number];
export type SampleColumn = RawColumn | DerivedColumn;

export type RawValues = Record<RawColumn, number | null>;
export type DerivedValues = Record<DerivedColumn, number | null>;

/** One stored sample. `ts` is epoch seconds; the table keeps whole milliseconds, and two samples never share one. */
export type SampleRow = { ts: number } & RawValues & DerivedValues;

/** What the dashboard, the CSV and the records read stands first in the record: SQLite walks a row from its left end. */
const READ_FIRST: readonly SampleColumn[] = [
  'temp_smooth',
  'hum_smooth',
  'press_slp',
  'dew',
  'temp_rate',
  'press_rate',
  'cpu_temp',
  'lux',
];

export const SAMPLE_COLUMNS: readonly SampleColumn[] = [
  ...READ_FIRST,
  ...[...RAW_COLUMNS, ...DERIVED_COLUMNS].filter((column) => !READ_FIRST.includes(column)),
];

/** A row that knows nothing but its time, for callers that fill in what they have. */
export const emptyRow = (ts: number): SampleRow => {
  const row = { ts } as SampleRow;
  for (const column of SAMPLE_COLUMNS) row[column] = null;
  return row;
};

export const toMs = (tS: number): number => Math.round(tS * 1000);

/**
 * What the CPU's heat adds per unit of k: u = max(c - T_raw, 0), 0 without a CPU temperature, so that the compensated
 * temperature is T_raw - k u for every row that has T_raw, and its mean is mean(T_raw) - k mean(u) at every tier.
 */
export const cpuExcess = (tempRaw: number | null, cpuSmooth: number | null): number | null =>
  tempRaw === null ? null : cpuSmooth === null ? 0 : Math.max(cpuSmooth - tempRaw, 0);
