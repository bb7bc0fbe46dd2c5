import { type Database, insertInto } from '../sqlite/database.ts';
import type { FoldedRow } from './accumulator.ts';
import { ROLLUP_COLUMNS } from './rollup-columns.ts';
import { type FoldedTier, startIn, type Tier } from './tier.ts';

const COLUMNS = ['ts', 'n', ...ROLLUP_COLUMNS];

/** Statements on the rows of any tier, or on their narrow values, by its own keys. */
export const anyRows = (db: Database, { table, key }: Tier, of: '' | 'narrow_' = '') => {
  const rows = `main.${of}${table}`;
  const within = `${rows} WHERE ${key} >= ? AND ${key} < ?`;
  return {
    first: db.prepare<[number], number | null>(`SELECT min(${key}) FROM ${rows} WHERE ${key} >= ?`).pluck(),
    count: db.prepare<[number, number], number>(`SELECT count(*) FROM ${within}`).pluck(),
    remove: db.prepare<[number, number]>(`DELETE FROM ${within}`),
    move: db.prepare<[number, number]>(`UPDATE ${rows} SET ${key} = ? WHERE ${key} = ?`),
  };
};

/** Statements on the rows of a folded tier. */
export const foldedRows = (db: Database, tier: FoldedTier) => {
  const { table, finer } = tier;
  return {
    rows: db
      .prepare<[number, number], FoldedRow>(
        `SELECT ${COLUMNS.join(', ')} FROM ${table} WHERE ts >= ? AND ts < ? ORDER BY ts`,
      )
      .raw(),
    put: insertInto(db, 'OR REPLACE', table, COLUMNS),
    last: db.prepare<[], number | null>(`SELECT max(ts) FROM ${table}`).pluck(),
    counted: db
      .prepare<[number, number], number>(`SELECT coalesce(sum(n), 0) FROM ${table} WHERE ts >= ? AND ts < ?`)
      .pluck(),
    starts: db
      .prepare<[number, number, number], number>(`SELECT ts FROM ${table} WHERE ts >= ? AND ts < ? ORDER BY ts LIMIT ?`)
      .pluck(),
    /** Starts of rows that have finer ones from one of their keys on. */
    begun: db
      .prepare<[number], number>(
        `SELECT DISTINCT ${startIn(tier)} FROM main.${finer.table} WHERE ${finer.key} >= ? ORDER BY 1`,
      )
      .pluck(),
    /** Starts of rows that are not there, or know of less than the finer ones between two keys. */
    behind: db
      .prepare<[number, number], number>(
        `SELECT bucket FROM (SELECT ${startIn(tier)} bucket, ${finer.count} rows FROM main.${finer.table}
           WHERE ${finer.key} >= ? AND ${finer.key} < ? GROUP BY 1)
         WHERE rows > coalesce((SELECT n FROM ${table} WHERE ts = bucket), 0)`,
      )
      .pluck(),
  };
};
export type FoldedRows = ReturnType<typeof foldedRows>;
