import type { PageFile } from './page-file.ts';
import { type CarvedRow, PAGE_TYPE, type PageContent, readPage } from './records.ts';
import { fits, type Shape } from './shapes.ts';

/** A page of a table with what it holds; `after`/`until` bound the rowids it may hold, where the tree above says so. */
interface TablePage {
  number: number;
  rows: CarvedRow[];
  /** All of it could be read. */
  whole: boolean;
  after: number | null;
  until: number | null;
}

/** Root of a table or an index, and the statement that made it; `torn`: as far as that could be read. */
interface TreeRoot {
  root: number;
  sql: string;
  torn: boolean;
}

/** Roots of all tables and indexes, as far as the table of tables can be read. */
export function rootsIn(file: PageFile): Map<string, TreeRoot> {
  const roots = new Map<string, TreeRoot>();
  for (const { rows } of walk(file, 1, null))
    for (const { cells, torn } of rows) {
      const [, name, , root, sql] = cells;
      if (typeof name === 'string' && typeof root === 'number' && root > 0)
        roots.set(name, { root, sql: String(sql), torn });
    }
  return roots;
}

/**
 * Numbers of all rows that an index lists: each of its entries ends with one. Null where a part of it cannot be read, or only as it was before
 * the newest commits.
 */
export function numbersIn(file: PageFile, index: string): number[] | null {
  const root = rootsIn(file).get(index)?.root;
  if (root === undefined || file.log.lacksUnknown) return null;
  const numbers: number[] = [];
  for (const { number, rows, whole } of walk(file, root, null)) {
    if (!whole || file.log.outdated.has(number) || rows.some(({ rowid }) => rowid !== null)) return null;
    numbers.push(...rows.map(({ cells }) => Number(cells.at(-1))));
  }
  return numbers;
}

/**
 * Every page of one tree, in order of its keys. A page that is not the tree's own (a wrong pointer led there) is told as one that could
 * not be read, and stays free for whoever it belongs to. `taken` gathers the pages that have found their table.
 */
export function* walk(
  file: PageFile,
  number: number,
  shape: Shape | null,
  taken: Set<number> = new Set(),
  [after, until]: [number | null, number | null] = [null, null],
  depth = 0,
): Generator<TablePage> {
  const inBounds = ({ rowid }: CarvedRow) =>
    rowid === null || ((after === null || rowid > after) && (until === null || rowid <= until));
  const isOwn = (row: CarvedRow): boolean => shape === null || (fits(row, shape) && inBounds(row));
  const content = depth > 20 || taken.has(number) ? null : contentOf(file, number, shape, isOwn);
  const sound = content?.rows.filter(({ torn }) => !torn) ?? [];
  // Rows of another table, or none where there must be some: this is not the page it is said to be.
  if (!content || (sound.length > 0 && !sound.some(isOwn))) {
    yield { number, rows: [], whole: false, after, until };
    return;
  }
  taken.add(number);
  const rows = content.rows.filter(isOwn);
  yield { number, rows, whole: content.whole && rows.length === content.rows.length, after, until };
  let from = after;
  for (const child of content.children) {
    const upTo = child.until ?? until;
    yield* walk(file, child.page, shape, taken, [from, upTo], depth + 1);
    from = upTo;
  }
}

/**
 * Content of a page of a tree. Where every cell of it reads as one of a leaf, and as a row of this table, it is a leaf of it: the byte that
 * tells its type may be the bad one.
 */
function contentOf(
  file: PageFile,
  number: number,
  shape: Shape | null,
  isOwn: (row: CarvedRow) => boolean,
): PageContent | null {
  if (shape === null) return readPage(file, number);
  const leaf = readPage(file, number, shape.rowidColumn === null ? PAGE_TYPE.indexLeaf : PAGE_TYPE.tableLeaf);
  return leaf?.whole && leaf.rows.length > 0 && leaf.rows.every(isOwn) ? leaf : readPage(file, number);
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
