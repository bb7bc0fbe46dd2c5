import { join } from 'node:path';
import { openReadOnly } from '../../../src/station/store/sqlite/database.ts';
import type { Store } from '../../../src/station/store/store.ts';

/** Tables that hold no history: of jobs, of their provenance, what happened, and sums that any write drops. */
const ASIDE = ['import_job', 'imported', 'row_sum', 'event', 'job'];

/** Every row of every table of a history, as text. */
export function tablesOf(store: Store): Record<string, string[]> {
  const db = openReadOnly(join(store.folder, 'weatherglass.db'));
  try {
    const all = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    const tables = db.prepare<[], string>(all).pluck().all();
    const rowsOf = (table: string) => db.prepare<[], unknown[]>(`SELECT * FROM ${table}`).raw().all();
    const kept = tables.filter((table) => !ASIDE.includes(table));
    return Object.fromEntries(kept.map((table) => [table, rowsOf(table).map((row) => JSON.stringify(row))]));
  } finally {
    db.close();
  }
}
