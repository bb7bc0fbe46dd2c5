import { DAY_S } from '../../../../base/durations.ts';
import {
  type Column,
  columnsOf,
  type Database,
  openScratch,
  sqliteCode,
  unless,
  using,
} from '../../sqlite/database.ts';
import { migrate, SCHEMA_VERSION, userVersionOf } from '../../sqlite/migrations/migrate.ts';
import { FIVE_MIN, FOLDED } from '../../tiers/tier.ts';
import type { CarvedRow, Cell } from './records.ts';

/** Shape of a table's rows: the columns of its newest form, and how many of the first it had when it was made. */
export interface Shape {
  table: string;
  /** As stored. The type is `ANY` for one of somebody else. */
  columns: readonly Column[];
  fewest: number;
  /** Version of the schema that brought it. */
  since: number;
  /** The column that is the rowid; null for a table without rowids. */
  rowidColumn: string | null;
}

function shapesIn(db: Database): Map<string, Shape> {
  const since = userVersionOf(db);
  const tables = db
    .prepare<[], { name: string; wr: number }>(
      "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'",
    )
    .all();
  return new Map(
    tables.map(({ name, wr }) => {
      const columns = columnsOf(db, name);
      if (wr === 1) columns.sort((a, b) => (a.pk || columns.length) - (b.pk || columns.length));
      const key = columns.find(({ pk, type }) => pk === 1 && type === 'INTEGER');
      const rowidColumn = wr === 0 ? (key?.name ?? null) : null;
      return [name, { table: name, columns, fewest: columns.length, since, rowidColumn }];
    }),
  );
}

let known: ReadonlyMap<string, Shape> | null = null;

/**
 * Tables of every version of the program. Steps only add columns, at the end, so a row written before one was added is a row with fewer
 * cells.
 */
export function ourShapes(): ReadonlyMap<string, Shape> {
  known ??= using(openScratch(0), shapesOfAll);
  return known;
}

function shapesOfAll(db: Database): Map<string, Shape> {
  const shapes = new Map<string, Shape>();
  for (let version = 1; version <= SCHEMA_VERSION; version += 1) {
    migrate(db, version); // from one version to the next: to make each from nothing took a quarter of a rescue
    for (const [table, shape] of shapesIn(db)) {
      const { fewest, since } = shapes.get(table) ?? shape;
      shapes.set(table, { ...shape, fewest, since });
    }
  }
  shapes.delete('row_sum'); // of the rows as they were: made anew
  // Filled last: triggers that act while these have rows must not act on a rescue. Those of `clock_segment` keep rows that are
  // overwritten under a doubtful clock; those of the outbox would send rows again that came back.
  for (const table of ['clock_segment', 'outbox_dirty', 'outbox']) {
    const shape = shapes.get(table)!;
    shapes.delete(table);
    shapes.set(table, shape);
  }
  return shapes;
}

/** SQLite stores a table's statement from its name on behind these words, and never one that is filled from a query. */
const statementOf = (table: string): RegExp => new RegExp(`^CREATE TABLE (["'\`\\[]?)${table}["'\`\\]]?\\s*\\(`, 'i');

/**
 * A table as a file has it: somebody may have added columns, or made it anew with ours in another order. As ours where its statement cannot be
 * read. Of a damaged file any text is possible, so none is run but one statement that makes this table.
 */
export function asWritten(shape: Shape, sql: string): Shape {
  if (!statementOf(shape.table).test(sql)) return shape;
  const ours = new Map(shape.columns.map((column) => [column.name, column]));
  const theirs = (name: string): Column => ({ name, type: 'ANY', notnull: 0, pk: 0 });
  const made = (db: Database): Map<string, Shape> => {
    db.prepare(sql).run();
    return shapesIn(db);
  };
  const isNoTable = (error: unknown) => error instanceof RangeError || sqliteCode(error) !== null; // RangeError: several statements
  const found = unless(isNoTable, () => using(openScratch(0), made))?.get(shape.table);
  if (!found) return shape;
  const columns = found.columns.map(({ name }) => ours.get(name) ?? theirs(name));
  return { ...shape, columns, fewest: Math.min(shape.fewest, columns.length) };
}

function suits(cell: Cell, { type, notnull }: Column): boolean {
  if (cell === null) return notnull === 0;
  if (type === 'ANY') return true;
  if (type === 'TEXT') return typeof cell === 'string';
  if (type === 'BLOB') return Buffer.isBuffer(cell);
  return typeof cell === 'number' && (type === 'REAL' || Number.isInteger(cell));
}

/** Whether a row could be one of this table, by the number and the types of its cells; of a torn one by those that it has. */
export function fits({ rowid, cells, torn }: CarvedRow, { columns, fewest, rowidColumn }: Shape): boolean {
  if (cells.length > columns.length || (!torn && cells.length < fewest)) return false;
  if ((rowid === null) !== (rowidColumn === null)) return false;
  return cells.every((cell, i) => (columns[i]!.name === rowidColumn ? cell === null : suits(cell, columns[i]!)));
}

/** The station's first day, and a day to spare at the end; a clock that has not been set yet bounds nothing. */
const EARLIEST_S = 946_684_800; // 2000-01-01
const latestS = (nowS: number): number => (nowS > 1_704_067_200 ? nowS + DAY_S : 4_102_444_800);

/** A flipped bit in a key makes a row of another century, which would stand in the way of every newer one. */
export function hasPlausibleKey({ table, columns }: Shape, { rowid, cells }: CarvedRow, nowS: number): boolean {
  const key = rowid ?? (table.startsWith('narrow_') ? (cells[0] as number) : null); // those have no rowid: the moment is first
  if (key === null) return true;
  const rows = table.replace('narrow_', '');
  const tier = FOLDED.find((one) => one.table === rows);
  const widthS = rows === 'tick' ? FIVE_MIN.widthS : tier?.widthS;
  const isSample = rows === 'sample';
  if (!isSample && widthS === undefined) return key > 0 && key < 2 ** 40;
  const tS = isSample ? key / 1000 : key;
  if (tS < EARLIEST_S || tS > latestS(nowS) || (widthS !== undefined && key % widthS !== 0)) return false;
  // The folded tables look alike, so each row names its own.
  return !tier || cells[columns.findIndex(({ name }) => name === 'tier')] === tier.number;
}

const WATERMARK_TIERS = ['raw', 'raw_gone', 'five_min', 'five_min_gone'];

/** The one table that a lone row can belong to; null when there is none, or more than one. */
export function tableOf(row: CarvedRow, shapes: ReadonlyMap<string, Shape>, nowS: number): string | null {
  const found = [...shapes.values()].filter((shape) => fits(row, shape) && hasPlausibleKey(shape, row, nowS));
  const only = found.length === 1 ? found[0]!.table : null;
  // An index of texts looks like the watermarks.
  return only === 'watermark' && !WATERMARK_TIERS.includes(row.cells[0] as string) ? null : only;
}
