import { NARROW } from '../../../quantities/names.ts';
import type { Database } from '../sqlite/database.ts';
import type { Fields } from './narrow-values.ts';
import type { FoldedTier } from './tier.ts';

type Row = [quantity: number, ...Fields];
/** Numbers as JSON: SQLite takes no list as a parameter. */
export const AMONG = 'quantity IN (SELECT value FROM json_each(?))';

/** Weight of a value: that of the quantity which weighs it, in the same sample. Null for most, and where it is missing. */
export const weightIn = (table: string): string => {
  const cases = NARROW.flatMap((row) => {
    if (!('weighedBy' in row)) return [];
    const by = NARROW.find(({ name }) => name === row.weighedBy)!.narrow;
    return `WHEN ${row.narrow} THEN (SELECT w.value FROM ${table} w WHERE w.ts_ms = v.ts_ms AND w.quantity = ${by})`;
  });
  return `CASE quantity ${cases.join(' ')} END`;
};

const FOLDED = 'quantity, n, value, lo, hi, steadiness';

/** Statements on the values of a folded tier. */
export const foldedValues = (db: Database, { table }: FoldedTier) => ({
  rows: db
    .prepare<[number, number], [ts: number, ...Row]>(
      `SELECT ts, ${FOLDED} FROM narrow_${table} WHERE ts >= ? AND ts < ? ORDER BY ts`,
    )
    .raw(),
  some: db
    .prepare<[number, number, string], [number, ...Row]>(
      `SELECT ts, ${FOLDED} FROM narrow_${table} WHERE ts >= ? AND ts < ? AND ${AMONG} ORDER BY ts`,
    )
    .raw(),
  put: db.prepare<[number, ...Row]>(
    `INSERT OR REPLACE INTO narrow_${table} (ts, ${FOLDED}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ),
  drop: db.prepare<[number, number]>(`DELETE FROM narrow_${table} WHERE ts = ? AND quantity = ?`),
});
