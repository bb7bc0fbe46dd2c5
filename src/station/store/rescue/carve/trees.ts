import type { PageFile } from './page-file.ts';
import { type CarvedRow, readPage } from './records.ts';
import { fits, type Shape } from './shapes.ts';

/** A page of a table with what it holds; `after`/`until` bound the rowids it may hold, where the tree above says so. */
export interface TablePage {
  number: number;
  rows: CarvedRow[];
  torn: CarvedRow[];
  /** All of it could be read. */
  whole: boolean;
  after: number | null;
  until: number | null;
}

/** A table of the file: its root, and the statement that made it. */
export interface TableRoot {
  root: number;
  sql: string;
}

/** Roots of all tables, as far as the table of tables can be read. */
export function rootsIn(file: PageFile): Map<string, TableRoot> {
  const roots = new Map<string, TableRoot>();
  for (const { rows } of walk(file, 1, null, new Set())) {
    for (const { cells } of rows) {
      const [type, name, , root, sql] = cells;
      if (type === 'table' && typeof name === 'string' && typeof root === 'number')
        roots.set(name, { root, sql: String(sql) });
    }
  }
  return roots;
}

/**
 * Every page of one tree, in order of its keys. A page that is not the tree's own (a wrong pointer led there) is told as one that could
 * not be read, and stays free for whoever it belongs to. `taken` gathers the pages that have found their table.
 */
export function* walk(file: PageFile, root: number, shape: Shape | null, taken: Set<number>): Generator<TablePage> {
  const visit = function* (
    number: number,
    after: number | null,
    until: number | null,
    depth: number,
  ): Generator<TablePage> {
    const lost: TablePage = { number, rows: [], torn: [], whole: false, after, until };
    const content = depth > 20 || taken.has(number) ? null : readPage(file, number);
    const inBounds = ({ rowid }: CarvedRow) =>
      rowid === null || ((after === null || rowid > after) && (until === null || rowid <= until));
    const own = content?.rows.filter((row) => shape === null || (fits(row, shape) && inBounds(row))) ?? [];
    // Rows of another table, or none where there must be some: this is not the page it is said to be.
    if (!content || (content.rows.length > 0 && own.length === 0)) {
      yield lost;
      return;
    }
    taken.add(number);
    yield { ...lost, rows: own, torn: content.torn, whole: content.whole && own.length === content.rows.length };
    let from = after;
    for (const child of content.children) {
      const upTo = child.until ?? until;
      yield* visit(child.page, from, upTo, depth + 1);
      from = upTo;
    }
  };
  yield* visit(root, null, null, 0);
}

/** Pages that were given back: what lies in them was deleted. */
export function freePages(file: PageFile): Set<number> {
  const free = new Set<number>();
  const head = file.page(1);
  let trunk = head ? head.readUInt32BE(32) : 0;
  while (trunk !== 0 && !free.has(trunk)) {
    const page = file.page(trunk);
    if (!page) break;
    free.add(trunk);
    const leaves = Math.min(page.readUInt32BE(4), page.length / 4 - 2);
    for (let i = 0; i < leaves; i += 1) free.add(page.readUInt32BE(8 + 4 * i));
    trunk = page.readUInt32BE(0);
  }
  return free;
}
