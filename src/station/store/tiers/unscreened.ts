import type { Database } from '../sqlite/database.ts';
import type { FoldedRow } from './accumulator.ts';
import { ROLLUP_COLUMNS } from './rollup-columns.ts';
import type { FoldedTier } from './tier.ts';

/** As measured, and with what the tests leave, before a person's word. */
const MEASURED = 0;
const BY_TESTS = 1;

/** A folded row without its flags: all that was measured, and what the tests alone leave. Equal to the row itself where no flag is. */
export interface Unflagged {
  measured: FoldedRow;
  byTests: FoldedRow;
}

type Cells = Record<string, number | null>;
const HEAD = 2;

/** Cells of a row that are other than in the row that is kept. */
function differing(row: FoldedRow, kept: FoldedRow): Cells | null {
  const cells: Cells = {};
  ROLLUP_COLUMNS.forEach((column, i) => {
    if (row[HEAD + i] !== kept[HEAD + i]) cells[column] = row[HEAD + i]!;
  });
  return Object.keys(cells).length > 0 ? cells : null;
}

const withCells = (kept: FoldedRow, cells: Cells | undefined): FoldedRow => {
  if (cells === undefined) return kept;
  return kept.map((value, i) => {
    const column = i < HEAD ? undefined : ROLLUP_COLUMNS[i - HEAD];
    return column !== undefined && column in cells ? cells[column]! : value;
  });
};

/**
 * What folded rows would hold without flags, so that taking a flag back restores a row bit for bit when its samples are long gone. Sparse:
 * only the cells that differ, only of rows that hold a flagged value.
 */
export class Unscreened {
  readonly #sql;

  constructor(db: Database) {
    this.#sql = {
      in: db.prepare<[number, number, number], { ts: number; kind: number; cells: string }>(
        'SELECT ts, kind, cells FROM unscreened WHERE tier = ? AND ts >= ? AND ts < ?',
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

  /** Rows of a tier as they would be without flags, for each of these rows. */
  of({ number }: FoldedTier, rows: readonly FoldedRow[]): Unflagged[] {
    if (rows.length === 0) return [];
    const found = new Map<number, Cells[]>();
    for (const { ts, kind, cells } of this.#sql.in.all(number, rows[0]![0]!, rows.at(-1)![0]! + 1)) {
      const of = found.get(ts) ?? [];
      of[kind] = JSON.parse(cells) as Cells;
      found.set(ts, of);
    }
    return rows.map((row) => {
      const cells = found.get(row[0]!) ?? [];
      return { measured: withCells(row, cells[MEASURED]), byTests: withCells(row, cells[BY_TESTS]) };
    });
  }

  /** Keeps what is other than in the row that is kept itself. */
  keep({ number }: FoldedTier, kept: FoldedRow, { measured, byTests }: Unflagged): void {
    const ts = kept[0]!;
    for (const [kind, row] of [
      [MEASURED, measured],
      [BY_TESTS, byTests],
    ] as const) {
      const cells = row === kept ? null : differing(row, kept);
      if (cells) this.#sql.put.run(number, ts, kind, JSON.stringify(cells));
      else this.#sql.remove.run(number, ts, kind);
    }
  }

  /** A row was corrected in place: what it would be without flags is corrected in the same way. */
  correct<R extends Cells>({ number }: FoldedTier, ts: number, before: R, after: R, correct: (row: R) => void): void {
    for (const { kind, cells } of this.#sql.in.all(number, ts, ts + 1)) {
      const kept = JSON.parse(cells) as Cells;
      const row = { ...before };
      for (const column of Object.keys(row)) if (column in kept) Object.assign(row, { [column]: kept[column] });
      correct(row);
      for (const column of Object.keys(after)) {
        if (row[column] === after[column]) delete kept[column];
        else kept[column] = row[column]!;
      }
      this.#sql.put.run(number, ts, kind, JSON.stringify(kept));
    }
  }

  remove({ number }: FoldedTier, fromS: number, untilS: number): void {
    this.#sql.removeIn.run(number, fromS, untilS);
  }

  move({ number }: FoldedTier, toS: number, fromS: number): void {
    this.#sql.move.run(toS, number, fromS);
  }
}
