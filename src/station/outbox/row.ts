import { SENT, type SentName, type SentNarrow } from '../../quantities/names.ts';
import type { MeansRow } from '../store/tables/outbox.ts';

/** Quantities that only some stations measure, over the stretch of a row; and rain of the hour that ends with it, and since local midnight. */
export type OutsideRow = SentNarrow & Record<'rainHourMm' | 'rainTodayMm', number | null>;

/** Row that is sent to others: means of some minutes. Null is a value that was not measured. */
export type OutboxRow = Record<SentName, number | null> & {
  /** Epoch seconds, whole. */
  startS: number;
  widthS: number;
  /** End of the row, for receivers that want one moment. */
  tS: number;
  /** Read when a receiver asks for it; absent for a station that has none. */
  narrow?: () => SentNarrow;
  /** The same with sums of rain, which cost two more reads. */
  outside?: () => OutsideRow;
  /** Rain of the 24 hours that end with the row; null where the gauge told nothing of their beginning. */
  rainDayMm?: () => number | null;
};

/** A mean that lacks more than half of its samples says little about the time it stands for. */
const LEAST_SHARE = 0.5;

export function rowOf(means: MeansRow, widthS: number): OutboxRow {
  const row = { startS: means.ts, widthS, tS: means.ts + widthS } as OutboxRow;
  for (const { name, column } of SENT) {
    row[name] = means.n - means[`${column}_gaps`] >= LEAST_SHARE * means.n ? means[column] : null;
  }
  return row;
}
