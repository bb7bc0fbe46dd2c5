import { isUtf8 } from 'node:buffer';
import type { PageFile } from './page-file.ts';

// SQLite's b-tree pages and records: https://www.sqlite.org/fileformat2.html#b_tree_pages
export const PAGE_TYPE = { indexInterior: 0x02, tableInterior: 0x05, indexLeaf: 0x0a, tableLeaf: 0x0d } as const;
const FILE_HEADER = 100;
type PageType = (typeof PAGE_TYPE)[keyof typeof PAGE_TYPE];
type Kind = 'table' | 'index';

/** Local payload: bytes that a cell keeps in its own page before the rest goes to overflow pages. */
const largestLocal = (kind: Kind, { length }: Buffer): number =>
  kind === 'table' ? length - 35 : Math.floor(((length - 12) * 64) / 255) - 23;
const smallestLocal = ({ length }: Buffer): number => Math.floor(((length - 12) * 32) / 255) - 23;

export type Cell = number | string | Buffer | null;

export interface CarvedRow {
  /** Null in a table without rowids. */
  rowid: number | null;
  /** Columns as stored; an INTEGER PRIMARY KEY is null here and stands in `rowid`. */
  cells: Cell[];
  /** The first columns alone could be read: a bit has turned, or its overflow pages are broken. */
  torn: boolean;
}

export interface PageContent {
  rows: CarvedRow[];
  /** Pages below, left to right, each with the greatest rowid it may hold; the last has none. */
  children: { page: number; until: number | null }[];
  /** The page is of a kind we know and every cell in it could be read. */
  whole: boolean;
}

/** SQLite's variable-length integer: value and the position after it. Null when it runs over the end. */
function varint(page: Buffer, at: number): [number, number] | null {
  let value = 0;
  for (let i = 0; i < 9; i += 1) {
    const byte = page[at + i];
    if (byte === undefined) return null;
    if (i === 8) return [value * 256 + byte, at + 9];
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + i + 1];
  }
  return null;
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8] as const;

function cellOf(type: number, record: Buffer, at: number): [Cell, number] | null {
  if (type === 0) return [null, at];
  if (type === 8 || type === 9) return [type - 8, at];
  if (type === 7) return at + 8 <= record.length ? [record.readDoubleBE(at), at + 8] : null;
  if (type <= 6) {
    const bytes = INTEGER_BYTES[type]!;
    if (at + bytes > record.length) return null;
    return [bytes === 8 ? Number(record.readBigInt64BE(at)) : record.readIntBE(at, bytes), at + bytes];
  }
  if (type < 12) return null; // reserved: no sound record has it
  const bytes = Math.floor((type - 12) / 2);
  if (at + bytes > record.length) return null;
  const content = record.subarray(at, at + bytes);
  if (type % 2 === 0) return [Buffer.from(content), at + bytes];
  return isUtf8(content) ? [content.toString('utf8'), at + bytes] : null; // a turned bit: a backup may have the text as it was
}

/** The columns of a record; with `cut`, as many of the first as are there. Null when it does not parse, or none is. */
function cellsOf(record: Buffer, cut = false): Cell[] | null {
  const header = varint(record, 0);
  if (!header || header[0] > record.length) return null;
  const cells: Cell[] = [];
  let body = header[0];
  for (let typeAt = header[1]; typeAt < header[0]; ) {
    const type = varint(record, typeAt);
    const cell = type && cellOf(type[0], record, body);
    if (!cell) return cut && cells.length > 0 ? cells : null;
    cells.push(cell[0]);
    [body, typeAt] = [cell[1], type[1]];
  }
  return (cut ? cells.length > 0 : body === record.length) ? cells : null;
}

/** `length` bytes beginning at `at`, followed over their overflow pages. Null when the chain breaks. */
function payload(file: PageFile, page: Buffer, at: number, length: number, kind: Kind): Buffer | null {
  const [largest, smallest, overflow] = [largestLocal(kind, page), smallestLocal(page), page.length - 4];
  if (length <= largest) return at + length <= page.length ? page.subarray(at, at + length) : null;
  const wish = smallest + ((length - smallest) % overflow);
  const local = wish <= largest ? wish : smallest;
  if (at + local + 4 > page.length || length > file.count * overflow) return null;
  const parts = [page.subarray(at, at + local)];
  let left = length - local;
  let next = page.readUInt32BE(at + local);
  while (left > 0) {
    const more = next === 0 ? null : file.page(next);
    if (!more) return null;
    parts.push(more.subarray(4, 4 + Math.min(left, overflow)));
    left -= overflow;
    next = more.readUInt32BE(0);
  }
  return next === 0 ? Buffer.concat(parts) : null; // a chain that goes on is another row's
}

/** Reads a page of a tree as far as it is readable, as one of type `asType` where that is given. Null for a page of no tree. */
export function readPage(file: PageFile, number: number, asType?: PageType): PageContent | null {
  const page = file.page(number);
  const start = number === 1 ? FILE_HEADER : 0;
  const type = asType ?? page?.[start];
  const isTable = type === PAGE_TYPE.tableLeaf || type === PAGE_TYPE.tableInterior;
  const isInterior = type === PAGE_TYPE.tableInterior || type === PAGE_TYPE.indexInterior;
  if (!page || (!isTable && type !== PAGE_TYPE.indexLeaf && type !== PAGE_TYPE.indexInterior)) return null;

  const content: PageContent = { rows: [], children: [], whole: true };
  const count = page.readUInt16BE(start + 3);
  const pointers = start + (isInterior ? 12 : 8);
  for (let i = 0; i < count; i += 1) {
    const pointer = pointers + 2 * i;
    let at = pointer + 2 <= page.length ? page.readUInt16BE(pointer) : page.length;
    if (at < pointers || at + 4 > page.length) {
      content.whole = false;
      continue;
    }
    if (isInterior) {
      const child = page.readUInt32BE(at);
      const key = isTable ? varint(page, at + 4) : null;
      content.children.push({ page: child, until: key?.[0] ?? null });
      if (isTable) continue;
      at += 4;
    }
    const row = rowAt(file, page, at, isTable ? 'table' : 'index');
    if (row) content.rows.push(row);
    content.whole &&= row !== null && !row.torn;
  }
  if (isInterior) content.children.push({ page: page.readUInt32BE(start + 8), until: null });
  return content;
}

function rowAt(file: PageFile, page: Buffer, at: number, kind: Kind): CarvedRow | null {
  const length = varint(page, at);
  const rowid = kind === 'table' ? length && varint(page, length[1]) : null;
  if (!length || (kind === 'table' && !rowid)) return null;
  const start = rowid ? rowid[1] : length[1];
  const record = payload(file, page, start, length[0], kind);
  const whole = record && cellsOf(record);
  const cells = whole ?? cellsOf(page.subarray(start, start + smallestLocal(page)), true);
  return cells && { rowid: rowid?.[0] ?? null, cells, torn: whole === null };
}
