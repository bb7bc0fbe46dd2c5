import { HOUR_S } from '../../../durations.ts';
import { type Database, unlessSmall } from '../database.ts';

/** Tables whose rows somebody would miss, the quickly counted ones first. */
const COUNTED = ['label', 'event', 'calibration', 'hourly', 'five_min', 'tick'] as const;
/** A stop waits no longer for the count. */
const AT_MOST_MS = 60;
const STRETCH_MS = 6 * HOUR_S * 1000;

/** Rows of weather and of what people told; null where counting takes too long for a stop. */
export function countRows(db: Database, atMostMs = unlessSmall(db, AT_MOST_MS)): number | null {
  const startMs = performance.now();
  let rows = 0;
  for (const table of COUNTED) {
    rows += db.prepare<[], number>(`SELECT count(*) FROM main.${table}`).pluck().get()!;
    if (performance.now() - startMs > atMostMs) return null;
  }
  const next = db.prepare<[number], number | null>('SELECT min(ts_ms) FROM main.sample WHERE ts_ms >= ?').pluck();
  const within = db
    .prepare<[number, number], number>('SELECT count(*) FROM main.sample WHERE ts_ms >= ? AND ts_ms < ?')
    .pluck();
  let from = next.get(Number.MIN_SAFE_INTEGER);
  while (from !== null && from !== undefined) {
    rows += within.get(from, from + STRETCH_MS)!;
    if (performance.now() - startMs > atMostMs) return null;
    from = next.get(from + STRETCH_MS);
  }
  return rows;
}
