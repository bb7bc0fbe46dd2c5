import type { Steps } from '../../../base/steps.ts';
import type { Database } from '../sqlite/database.ts';
import { beats, RECORD_NAMES, RECORD_RULES, type RecordName } from './records.ts';

type Found = Map<RecordName, { value: number; tsMs: number }>;

const COLUMNS = RECORD_NAMES.map((name) => {
  const { column, sign } = RECORD_RULES[name];
  const end = sign === 1 ? 'hi' : 'lo';
  return [`${column}_${end}`, `${column}_${end}_at`] as const;
});
const PAGE = 200;

/** Rows of a folded table, `until` excluded. */
export interface RowSpan {
  table: 'hourly' | 'five_min';
  fromS: number;
  untilS: number;
}

/** The extremes that folded rows hold, with their moments. An impossible pressure tendency hides what else its row may have held. */
export function* findRecords(db: Database, spans: readonly RowSpan[]): Steps<Found> {
  const found: Found = new Map();
  for (const { table, fromS, untilS } of spans) {
    const page = db
      .prepare<[number, number], (number | null)[]>(
        `SELECT ts, ${COLUMNS.flat().join(', ')} FROM ${table} WHERE ts >= ? AND ts < ? ORDER BY ts LIMIT ${PAGE}`,
      )
      .raw();
    for (let rows = page.all(fromS, untilS); rows.length > 0; rows = page.all(rows.at(-1)![0]! + 1, untilS)) {
      for (const row of rows) offerAll(found, row);
      yield;
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
