import type { Database } from '../sqlite/database.ts';
import type { FoldedRow } from './accumulator.ts';
import { type Fields, type FoldedValues, fieldsOf, foldedOf } from './narrow-values.ts';
import type { Versions } from './quality.ts';
import { HEAD, ROLLUP_COLUMNS } from './rollup-columns.ts';
import type { FoldedTier } from './tier.ts';

/** As measured, and with what the tests leave, before a person's word. */
const MEASURED = 0;
const BY_TESTS = 1;
/** The same of the narrow values of a row. */
const NARROW_MEASURED = 2;
const NARROW_BY_TESTS = 3;

/** Cells of a version by their names: of columns, or of the numbers of narrow quantities with the fields of `Folded`. Null: the version has none. */
type Cells = Record<string, number | null>;
type NarrowCells = Record<string, Fields | null>;
const wideCells = (row: FoldedRow) => Object.fromEntries(ROLLUP_COLUMNS.map((column, i) => [column, row[HEAD + i]!]));
const narrowCells = (values: FoldedValues) =>
  Object.fromEntries([...values].map(([id, folded]) => [id, fieldsOf(folded)]));

/** Cells of a version that are other than in the one that is kept; null where there are none. */
function differing<T>(version: T, kept: T, cellsOf: (version: T) => Record<string, unknown>): object | null {
  if (version === kept) return null;
  const [own, others] = [cellsOf(version), cellsOf(kept)];
  const isOther = (name: string): boolean => JSON.stringify(own[name]) !== JSON.stringify(others[name]);
  const names = Object.keys({ ...others, ...own }).filter(isOther);
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, own[name] ?? null]));
}

const withCells = (kept: FoldedRow, cells: Cells | undefined): FoldedRow => {
  if (cells === undefined) return kept;
  return kept.map((value, i) => {
    const column = i < HEAD ? undefined : ROLLUP_COLUMNS[i - HEAD];
    return column !== undefined && column in cells ? cells[column]! : value;
  });
};

function withNarrow(kept: FoldedValues, cells: NarrowCells | undefined): FoldedValues {
  if (cells === undefined) return kept;
  const whole: FoldedValues = new Map(kept);
  for (const [id, fields] of Object.entries(cells)) {
    if (fields === null) whole.delete(Number(id));
    else whole.set(Number(id), foldedOf(fields));
  }
  return whole;
}

/**
 * What folded rows would hold without flags, so that taking a flag back restores a row bit for bit when its samples are long gone. Sparse:
 * only the cells that differ, only of rows that hold a flagged value.
 */
export class Unscreened {
  readonly #sql;

  constructor(db: Database) {
    this.#sql = {
      in: db.prepare<[number, number, number], { ts: number; kind: number; cells: string }>(
        'SELECT ts, kind, cells FROM unscreened WHERE tier = ? AND ts >= ? AND ts < ? AND json_valid(cells)',
      ),
      any: db
        .prepare<[number, number, number], number>(
          'SELECT EXISTS (SELECT 1 FROM unscreened WHERE tier = ? AND ts >= ? AND ts < ?)',
        )
        .pluck(),
      put: db.prepare<[number, number, number, string]>('INSERT OR REPLACE INTO unscreened VALUES (?, ?, ?, ?)'),
      remove: db.prepare<[number, number, number]>('DELETE FROM unscreened WHERE tier = ? AND ts = ? AND kind = ?'),
      removeIn: db.prepare<[number, number, number]>('DELETE FROM unscreened WHERE tier = ? AND ts >= ? AND ts < ?'),
      move: db.prepare<[number, number, number]>('UPDATE OR REPLACE unscreened SET ts = ? WHERE tier = ? AND ts = ?'),
    };
  }

  hasAny({ number }: FoldedTier, fromS: number, untilS: number): boolean {
    return this.#sql.any.get(number, fromS, untilS) === 1;
  }

  /** Versions of these rows of a tier. */
  of({ number }: FoldedTier, rows: readonly FoldedRow[]): Versions<FoldedRow>[] {
    if (rows.length === 0) return [];
    const found = new Map<number, Cells[]>();
    for (const { ts, kind, cells } of this.#sql.in.all(number, rows[0]![0]!, rows.at(-1)![0]! + 1)) {
      const of = found.get(ts) ?? [];
      of[kind] = JSON.parse(cells) as Cells;
      found.set(ts, of);
    }
    return rows.map((row) => {
      const cells = found.get(row[0]!) ?? [];
      return { row, measured: withCells(row, cells[MEASURED]), byTests: withCells(row, cells[BY_TESTS]) };
    });
  }

  /** Keeps what is other than in the row that is kept itself. */
  keep({ number }: FoldedTier, { row, measured, byTests }: Versions<FoldedRow>): void {
    this.#put(number, row[0]!, MEASURED, differing(measured, row, wideCells));
    this.#put(number, row[0]!, BY_TESTS, differing(byTests, row, wideCells));
  }

  #put(tier: number, ts: number, kind: number, cells: object | null): void {
    if (cells) this.#sql.put.run(tier, ts, kind, JSON.stringify(cells));
    else this.#sql.remove.run(tier, ts, kind);
  }

  /** Versions of the narrow values of rows, ascending: also of rows that keep none, since all are flagged. */
  narrowOf({ number }: FoldedTier, kept: ReadonlyMap<number, FoldedValues>, fromS: number, untilS: number) {
    const found = new Map<number, Versions<FoldedValues>>();
    for (const [ts, row] of kept) found.set(ts, { row, measured: row, byTests: row });
    for (const { ts, kind, cells } of this.#sql.in.all(number, fromS, untilS)) {
      if (kind < NARROW_MEASURED) continue;
      const none: FoldedValues = new Map();
      const of = found.get(ts) ?? { row: none, measured: none, byTests: none };
      of[kind === NARROW_MEASURED ? 'measured' : 'byTests'] = withNarrow(of.row, JSON.parse(cells) as NarrowCells);
      found.set(ts, of);
    }
    return [...found].sort(([a], [b]) => a - b);
  }

  keepNarrow({ number }: FoldedTier, ts: number, { row, measured, byTests }: Versions<FoldedValues>): void {
    this.#put(number, ts, NARROW_MEASURED, differing(measured, row, narrowCells));
    this.#put(number, ts, NARROW_BY_TESTS, differing(byTests, row, narrowCells));
  }

  remove({ number }: FoldedTier, fromS: number, untilS: number): void {
    this.#sql.removeIn.run(number, fromS, untilS);
  }

  move({ number }: FoldedTier, toS: number, fromS: number): void {
    this.#sql.move.run(toS, number, fromS);
  }
}
