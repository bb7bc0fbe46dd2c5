import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { PAGE_BYTES } from '../database.ts';

// SQLite's file format, as far as a salvage needs it: https://www.sqlite.org/fileformat2.html
const TABLE_LEAF = 0x0d;
const WAL_HEADER = 32;
const FRAME_HEADER = 24;
const WAL_MAGIC = 0x377f0682;

export type Cell = number | string | Buffer | null;

export interface CarvedRow {
  rowid: number;
  /** Columns as stored; an INTEGER PRIMARY KEY is null here and stands in `rowid`. */
  cells: Cell[];
}

/** Both sums of SQLite's log checksum, carried on over `bytes`. */
function walSum(bytes: Buffer, bigEndian: boolean, [s0, s1]: [number, number]): [number, number] {
  let [a, b] = [s0, s1];
  for (let i = 0; i < bytes.length; i += 8) {
    const x = bigEndian ? bytes.readUInt32BE(i) : bytes.readUInt32LE(i);
    const y = bigEndian ? bytes.readUInt32BE(i + 4) : bytes.readUInt32LE(i + 4);
    a = (a + x + b) >>> 0;
    b = (b + y + a) >>> 0;
  }
  return [a, b];
}

/** Whether a log file is there and begins as one. */
export const walIsThere = (path: string): boolean => {
  if (!existsSync(path)) return false;
  const head = readFileSync(path).subarray(0, 4);
  return head.length === 4 && (head.readUInt32BE(0) & 0xfffffffe) >>> 0 === WAL_MAGIC;
};

export interface WalContent {
  /** The newest version of every page that adds up, from committed transactions. */
  pages: Map<number, Buffer>;
  /** Sound frames follow one that is not: SQLite would forget them without a word. */
  damaged: boolean;
}

/**
 * What a write-ahead log holds. Each checksum continues the one before, so SQLite stops at the first frame that does not add up;
 * but the one before is written in every frame's header, and with it the frames after a damaged one can be verified, too.
 */
export function readWal(path: string): WalContent {
  const content: WalContent = { pages: new Map(), damaged: false };
  if (!existsSync(path)) return content;
  const wal = readFileSync(path);
  if (wal.length < WAL_HEADER + FRAME_HEADER) return content;
  const bigEndian = (wal.readUInt32BE(0) & 1) === 1;
  const head = walSum(wal.subarray(0, 24), bigEndian, [0, 0]);
  const headAdds = head[0] === wal.readUInt32BE(24) && head[1] === wal.readUInt32BE(28);
  const salt = wal.subarray(headAdds ? 16 : WAL_HEADER + 8, headAdds ? 24 : WAL_HEADER + 16);
  let doubtful = !headAdds;
  let before: [number, number] = [wal.readUInt32BE(24), wal.readUInt32BE(28)];
  const open = new Map<number, Buffer>();
  for (let at = WAL_HEADER; at + FRAME_HEADER + PAGE_BYTES <= wal.length; at += FRAME_HEADER + PAGE_BYTES) {
    const header = wal.subarray(at, at + FRAME_HEADER);
    const page = wal.subarray(at + FRAME_HEADER, at + FRAME_HEADER + PAGE_BYTES);
    const [a, b] = walSum(page, bigEndian, walSum(header.subarray(0, 8), bigEndian, before));
    before = [header.readUInt32BE(16), header.readUInt32BE(20)];
    if (a !== before[0] || b !== before[1] || !header.subarray(8, 16).equals(salt)) {
      doubtful = true;
      continue;
    }
    content.damaged ||= doubtful;
    open.set(header.readUInt32BE(0), page);
    if (header.readUInt32BE(4) === 0) continue; // not the last frame of its transaction
    for (const [number, newest] of open) content.pages.set(number, newest);
    open.clear();
  }
  return content;
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

function cellOf(type: number, page: Buffer, at: number): [Cell, number] | null {
  if (type === 0) return [null, at];
  if (type === 8 || type === 9) return [type - 8, at];
  if (type === 7) return at + 8 <= page.length ? [page.readDoubleBE(at), at + 8] : null;
  if (type <= 6) {
    const bytes = INTEGER_BYTES[type]!;
    if (at + bytes > page.length) return null;
    return [bytes === 8 ? Number(page.readBigInt64BE(at)) : page.readIntBE(at, bytes), at + bytes];
  }
  if (type < 12) return null; // reserved: no sound record has it
  const bytes = Math.floor((type - 12) / 2);
  if (at + bytes > page.length) return null;
  const content = page.subarray(at, at + bytes);
  return [type % 2 === 0 ? content : content.toString('utf8'), at + bytes];
}

/** A record that lies whole in its page. One that continues elsewhere, or does not parse, is null. */
function rowAt(page: Buffer, at: number): CarvedRow | null {
  const length = varint(page, at);
  const rowid = length && varint(page, length[1]);
  if (!length || !rowid || length[0] > PAGE_BYTES - 35) return null;
  const start = rowid[1];
  const header = varint(page, start);
  if (!header || start + length[0] > PAGE_BYTES || header[0] > length[0]) return null;
  const cells: Cell[] = [];
  let body = start + header[0];
  for (let typeAt = header[1]; typeAt < start + header[0]; ) {
    const type = varint(page, typeAt);
    const cell = type && cellOf(type[0], page, body);
    if (!cell) return null;
    cells.push(cell[0]);
    [body, typeAt] = [cell[1], type[1]];
  }
  return body === start + length[0] ? { rowid: rowid[0], cells } : null;
}

function* rowsOf(page: Buffer): Generator<CarvedRow> {
  if (page[0] !== TABLE_LEAF) return;
  const count = page.readUInt16BE(3);
  for (let i = 0; i < count && 8 + 2 * i + 2 <= PAGE_BYTES; i += 1) {
    const row = rowAt(page, page.readUInt16BE(8 + 2 * i));
    if (row) yield row;
  }
}

/**
 * Every row in every table page of a database file, whatever became of the tree above it. Pages are read straight from the file
 * and its log. Pages that were freed are among them, so a row may be one that was deleted: the caller decides by its time.
 */
export function* carve(path: string): Generator<CarvedRow> {
  const newer = readWal(`${path}-wal`).pages;
  const file = openSync(path, 'r');
  try {
    const pages = Math.ceil(fstatSync(file).size / PAGE_BYTES);
    const page = Buffer.alloc(PAGE_BYTES);
    for (let number = 1; number <= pages; number += 1) {
      if (newer.has(number)) continue;
      page.fill(0);
      readSync(file, page, 0, PAGE_BYTES, (number - 1) * PAGE_BYTES);
      yield* rowsOf(page);
    }
  } finally {
    closeSync(file);
  }
  for (const page of newer.values()) yield* rowsOf(page);
}
