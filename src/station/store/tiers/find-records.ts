import type { Steps } from '../../../base/steps.ts';
import type { Database } from '../sqlite/database.ts';
import { type Candidate, type Held, offerTo, RECORD_NAMES, RECORD_RULES } from './records.ts';

const COLUMNS = RECORD_NAMES.map((name) => {
  const { column, sign } = RECORD_RULES[name];
  const end = sign === 1 ? 'hi' : 'lo';
  return [`${column}_${end}`, `${column}_${end}_at`] as const;
});
const PAGE = 200;

/** Hours from the first one on, then rows of five minutes; each `until` excluded. */
export interface RecordSpan {
  hoursUntilS: number;
  /** `hoursUntilS` where it is missing. */
  fivesFromS?: number;
  fivesUntilS: number;
}

/** The extremes that folded rows hold, with their moments. An impossible pressure tendency hides what else its row may have held. */
export function* findRecords(db: Database, span: RecordSpan): Steps<Candidate[]> {
  const { hoursUntilS, fivesFromS = hoursUntilS, fivesUntilS } = span;
  const found: Held = new Map();
  yield* takeRows(db, found, 'hourly', 0, hoursUntilS);
  yield* takeRows(db, found, 'five_min', fivesFromS, fivesUntilS);
  return [...found.values()];
}

function* takeRows(db: Database, found: Held, table: string, fromS: number, untilS: number): Steps<void> {
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

function offerAll(found: Held, row: readonly (number | null)[]): void {
  RECORD_NAMES.forEach((name, i) => {
    const value = row[1 + 2 * i]!;
    if (value !== null) offerTo(found, { name, value, tsMs: row[0]! * 1000 + row[2 + 2 * i]! });
  });
}
