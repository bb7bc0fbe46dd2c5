import type { Database } from '../sqlite/database.ts';
import type { FoldedRow } from './accumulator.ts';
import { ROLLUP_COLUMNS } from './rollup-columns.ts';
import { FIVE_MIN_OF_SAMPLE, type FoldedTier } from './tier.ts';

const FOLDED_COLUMNS = ['ts', 'n', ...ROLLUP_COLUMNS];

/** The statements of one folded tier. */
export class FoldedRows {
  readonly rows;
  readonly put;
  readonly remove;
  readonly last;
  readonly first;
  readonly counted;
  readonly starts;
  /** Starts of the next coarser rows, of a given width, that have rows here from a time on. */
  readonly parents;
  /** Starts of rows that are not there, or know of less than the finer ones between two keys. */
  readonly behind;

  constructor(db: Database, { table, widthS, finer }: FoldedTier) {
    const columns = FOLDED_COLUMNS.join(', ');
    this.rows = db
      .prepare<[number, number], FoldedRow>(`SELECT ${columns} FROM ${table} WHERE ts >= ? AND ts < ? ORDER BY ts`)
      .raw();
    this.put = db.prepare<FoldedRow>(
      `INSERT OR REPLACE INTO ${table} (${columns}) VALUES (?${', ?'.repeat(FOLDED_COLUMNS.length - 1)})`,
    );
    this.remove = db.prepare<[number, number]>(`DELETE FROM ${table} WHERE ts >= ? AND ts < ?`);
    this.last = db.prepare<[], number | null>(`SELECT max(ts) FROM ${table}`).pluck();
    this.first = db.prepare<[number], number | null>(`SELECT min(ts) FROM ${table} WHERE ts >= ?`).pluck();
    this.counted = db
      .prepare<[number, number], number>(`SELECT coalesce(sum(n), 0) FROM ${table} WHERE ts >= ? AND ts < ?`)
      .pluck();
    this.starts = db
      .prepare<[number, number, number], number>(`SELECT ts FROM ${table} WHERE ts >= ? AND ts < ? ORDER BY ts LIMIT ?`)
      .pluck();
    this.parents = db
      .prepare<[{ widthS: number; fromS: number }], number>(
        `SELECT DISTINCT ts / CAST(@widthS AS INTEGER) * CAST(@widthS AS INTEGER) FROM ${table} WHERE ts >= @fromS ORDER BY 1`,
      )
      .pluck();
    const [bucket, rows, key] = finer.folded
      ? [`ts / ${widthS} * ${widthS}`, 'sum(n)', 'ts']
      : [FIVE_MIN_OF_SAMPLE, 'count(*)', 'ts_ms'];
    this.behind = db
      .prepare<[number, number], number>(
        `SELECT bucket FROM (SELECT ${bucket} bucket, ${rows} rows FROM main.${finer.table} WHERE ${key} >= ? AND ${key} < ? GROUP BY 1)
         WHERE rows > coalesce((SELECT n FROM ${table} WHERE ts = bucket), 0)`,
      )
      .pluck();
  }
}
