import type { Slicer } from '../../clock.ts';
import type { Database } from '../sqlite/database.ts';
import { beats, RECORD_NAMES, RECORD_RULES, type RecordName } from './records.ts';

type Found = Map<RecordName, { value: number; tsMs: number }>;

const COLUMNS = RECORD_NAMES.map((name) => {
  const { column, sign } = RECORD_RULES[name];
  const end = sign === 1 ? 'hi' : 'lo';
  return [`${column}_${end}`, `${column}_${end}_at`] as const;
});
const PAGE = 200;

/**
 * The extremes the folded rows hold, with their moments: hourly rows before `from`, five-minute rows up to `until`. An impossible
 * pressure tendency hides what else its row may have held.
 */
export async function findRecords(
  db: Database,
  { from, until }: { from: number; until: number },
  slicer: Slicer,
  signal: AbortSignal,
): Promise<Found | null> {
  const found: Found = new Map();
  for (const [table, firstS, lastS] of [
    ['hourly', 0, from],
    ['five_min', from, until],
  ] as const) {
    const page = db
      .prepare<[number, number], (number | null)[]>(
        `SELECT ts, ${COLUMNS.flat().join(', ')} FROM ${table} WHERE ts >= ? AND ts < ? ORDER BY ts LIMIT ${PAGE}`,
      )
      .raw();
    for (let atS: number = firstS; ; ) {
      const rows = page.all(atS, lastS);
      for (const row of rows) offerAll(found, row);
      await slicer.breathe();
      if (signal.aborted) return null;
      if (rows.length < PAGE) break;
      atS = rows.at(-1)![0]! + 1;
    }
  }
  return found;
}

function offerAll(found: Found, row: readonly (number | null)[]): void {
  RECORD_NAMES.forEach((name, i) => {
    const value = row[1 + 2 * i]!;
    if (value === null) return;
    const tsMs = row[0]! * 1000 + row[2 + 2 * i]!;
    if (beats(name, value, tsMs, found.get(name))) found.set(name, { value, tsMs });
  });
}
