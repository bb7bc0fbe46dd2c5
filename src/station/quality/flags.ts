import type { ColumnName } from '../../quantities/names.ts';

/** Bits of a quality flag. A value keeps all that apply. */
export const FLAG = {
  range: 1,
  step: 2,
  spike: 4,
  stuck: 8,
  internal: 16,
  /** Set by a hub that knows the neighbours; advisory. */
  spatial: 32,
  handBad: 64,
  /** A person's word wins over every test. */
  handGood: 128,
} as const;

/**
 * Bits of a value that is skipped. A step alone may be a gust front or an opened window, and two values that contradict each other do not
 * tell which of them is wrong: those are suspect, and stay in use.
 */
export const SKIPPED = FLAG.range | FLAG.spike | FLAG.stuck | FLAG.handBad;
/** Bits that tests set. The others are a person's. */
export const BY_TEST = FLAG.range | FLAG.step | FLAG.spike | FLAG.stuck | FLAG.internal;
export const BY_HAND = FLAG.handBad | FLAG.handGood;

export const isBad = (bits: number): boolean => (bits & SKIPPED) !== 0 && (bits & FLAG.handGood) === 0;

/** Signals: all quantities that follow from one sensor's raw value are flagged together. `raw`: the column that the tests read. */
export interface Signal {
  readonly number: number;
  readonly name: SignalName;
  readonly raw: ColumnName;
  /** Columns that are skipped with it. `cpu_excess` is computed from the raw temperature. */
  readonly columns: readonly (ColumnName | 'cpu_excess')[];
}

export type SignalName = 'temperature' | 'humidity' | 'pressure' | 'outdoor' | 'light';

/** A number is never given twice: it is stored. */
export const SIGNALS: readonly Signal[] = [
  {
    number: 1,
    name: 'temperature',
    raw: 'temp_raw',
    columns: ['temp_raw', 'temp_hum_chip', 'temp_press_chip', 'temp', 'temp_smooth', 'temp_rate', 'dew', 'cpu_excess'],
  },
  { number: 2, name: 'humidity', raw: 'hum_raw', columns: ['hum_raw', 'hum', 'hum_smooth', 'hum_rate', 'dew'] },
  {
    number: 3,
    name: 'pressure',
    raw: 'press_raw',
    columns: ['press_raw', 'press_smooth', 'press_slp', 'press_rate'],
  },
  { number: 4, name: 'outdoor', raw: 'outdoor_c', columns: ['outdoor_c'] },
  { number: 5, name: 'light', raw: 'lux', columns: ['lux', 'clear', 'red', 'green', 'blue', 'cct', 'cloud_index'] },
];

/** Flags of one sample; a signal without any is left out. */
export type Flags = Readonly<Partial<Record<SignalName, number>>>;
