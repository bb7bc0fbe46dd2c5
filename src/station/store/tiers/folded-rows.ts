import type { Database } from '../sqlite/database.ts';
import type { FoldedRow } from './accumulator.ts';
import { ROLLUP_COLUMNS } from './rollup-columns.ts';
import type { FoldedTier } from './tier.ts';

const FOLDED_COLUMNS = ['ts', 'n', ...ROLLUP_COLUMNS];

/** The statements of one folded tier. */
export class FoldedRows {
  readonly rows;
  readonly put;
  readonly remove;
  readonly removeFrom;
  readonly removeIn;
  readonly last;
  readonly first;
  readonly counted;
  /** Starts of the next coarser rows, of a given width, that have rows here from a time on. */
  readonly parents;

  constructor(db: Database, { table }: FoldedTier) {
    const columns = FOLDED_COLUMNS.join(', ');
    this.rows = db
      .prepare<[number, number], FoldedRow>(`SELECT ${columns} FROM ${table} WHERE ts >= ? AND ts < ? ORDER BY ts`)
      .raw();
    this.put = db.prepare<FoldedRow>(
      `INSERT OR REPLACE INTO ${table} (${columns}) VALUES (?${', ?'.repeat(FOLDED_COLUMNS.length - 1)})`,
    );
    this.remove = db.prepare<[number]>(`DELETE FROM ${table} WHERE ts = ?`);
    this.removeFrom = db.prepare<[number]>(`DELETE FROM ${table} WHERE ts >= ?`);
    this.removeIn = db.prepare<[number, number]>(`DELETE FROM ${table} WHERE ts >= ? AND ts < ?`);
    this.last = db.prepare<[], number | null>(`SELECT max(ts) FROM ${table}`).pluck();
    this.first = db.prepare<[number], number | null>(`SELECT min(ts) FROM ${table} WHERE ts >= ?`).pluck();
    this.counted = db
      .prepare<[number, number], number>(`SELECT coalesce(sum(n), 0) FROM ${table} WHERE ts >= ? AND ts < ?`)
      .pluck();
    this.parents = db
      .prepare<[{ widthS: number; fromS: number }], number>(
        `SELECT DISTINCT ts / CAST(@widthS AS INTEGER) * CAST(@widthS AS INTEGER) FROM ${table} WHERE ts >= @fromS ORDER BY 1`,
      )
      .pluck();
  }
}
