import { closeSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';
import { isMissing, PAGE_BYTES, unless } from '../../sqlite/database.ts';

// SQLite's write-ahead log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
const WAL_HEADER = 32;
const FRAME_HEADER = 24;
const WAL_MAGIC = 0x377f0682;
/** Half a megabyte of a log with pages of our size. */
const FRAMES_AT_ONCE = 512;

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

/** Both sums, as a head of the log or of a frame has them. */
const sumOf = (head: Buffer, at: number): [number, number] => [head.readUInt32BE(at), head.readUInt32BE(at + 4)];

/**
 * Number of a frame's page and size of the database, as they were written; null where the frame does not add up. The sum goes over them, so
 * a bad bit in them, which would make another page of it, is found by turning it back.
 */
function soundStart(header: Buffer, page: Buffer, bigEndian: boolean, before: [number, number]): Buffer | null {
  const [a, b] = sumOf(header, 16);
  for (let bit = -1; bit < 64; bit += 1) {
    const start = Buffer.from(header.subarray(0, 8));
    if (bit >= 0) start[bit >> 3]! ^= 1 << (bit & 7);
    const sum = walSum(page, bigEndian, walSum(start, bigEndian, before));
    if (sum[0] === a && sum[1] === b) return start;
  }
  return null;
}

/** A page size as the heads of a database and of a log say it; of this program's own files where they do not. */
export function pageBytesOf(said: number): number {
  const bytes = said === 1 ? 65_536 : said;
  return bytes >= 512 && bytes <= 65_536 && Number.isInteger(Math.log2(bytes)) ? bytes : PAGE_BYTES;
}

/** Null where there is no file: the last program that closes a database removes its log, at any moment. */
export const openIfThere = (path: string): number | null => unless(isMissing, () => openSync(path, 'r'));

/** First bytes of a file, as far as it goes; none where there is no file. */
export function headOf(path: string, bytes: number): Buffer {
  const head = Buffer.alloc(bytes);
  const file = openIfThere(path);
  if (file === null) return head.subarray(0, 0);
  try {
    return head.subarray(0, readSync(file, head, 0, bytes, 0));
  } finally {
    closeSync(file);
  }
}

/** Whether a log file is there and begins as one. */
export function walIsThere(path: string): boolean {
  const head = headOf(path, 4);
  return head.length === 4 && (head.readUInt32BE(0) & 0xfffffffe) >>> 0 === WAL_MAGIC;
}

export interface WalContent {
  /** Where in the log the newest version of every page lies that adds up, from committed transactions. */
  pages: Map<number, number>;
  /** Pages whose newest committed version does not add up: `pages` has an older one, or none. */
  outdated: Set<number>;
  /** A committed version does not add up, and of which page it was is not known. */
  lacksUnknown: boolean;
  pageBytes: number;
  /** Pages of the database after the last commit in the log; 0 when it holds none. */
  databasePages: number;
  /** A sound commit follows a frame that is not: SQLite would forget it without a word. */
  damaged: boolean;
  /** The last frame is cut, or does not add up: the power went while it was written. */
  torn: boolean;
}

/**
 * Reader of a write-ahead log, frame by frame: beside a reader that stays open for months a log outgrows the memory. Each checksum continues the
 * one before, so SQLite stops at the first bad frame; but every frame's header holds the former checksum, so frames after a damaged one can
 * be verified, too. Uncommitted frames of a killed writer lie behind those that overwrote their beginning: they are sound, and no damage.
 */
export function readWal(path: string): WalContent {
  const content: WalContent = {
    pages: new Map(),
    outdated: new Set(),
    lacksUnknown: false,
    pageBytes: PAGE_BYTES,
    databasePages: 0,
    damaged: false,
    torn: false,
  };
  const heads = headOf(path, WAL_HEADER + FRAME_HEADER);
  const file = heads.length < WAL_HEADER + FRAME_HEADER ? null : openIfThere(path);
  if (file === null) return content;
  try {
    readFrames(file, heads, content);
    return content;
  } finally {
    closeSync(file);
  }
}

/** `wal`: heads of the log and of its first frame. */
function readFrames(file: number, wal: Buffer, content: WalContent): void {
  const pageBytes = pageBytesOf(wal.readUInt32BE(8));
  content.pageBytes = pageBytes;
  const said = (wal.readUInt32BE(0) & 1) === 1;
  const head = walSum(wal.subarray(0, 24), said, [0, 0]);
  let before = sumOf(wal, 24);
  const headAdds = head[0] === before[0] && head[1] === before[1];
  const bigEndian = headAdds ? said : endianness() === 'BE'; // a bad bit may have turned just this one
  const salt = wal.subarray(headAdds ? 16 : WAL_HEADER + 8, headAdds ? 24 : WAL_HEADER + 16);
  let doubtful = !headAdds;
  /** Pages of the transaction being read; null for a version that does not add up, under the number 0 where nothing tells of which. */
  const open = new Map<number, number | null>();
  const frameBytes = FRAME_HEADER + pageBytes;
  const frames = Buffer.alloc(frameBytes * FRAMES_AT_ONCE);
  let read = frames.length;
  for (let from = WAL_HEADER; read === frames.length; from += read) {
    read = readSync(file, frames, 0, frames.length, from);
    let at = 0;
    for (; at + frameBytes <= read; at += frameBytes) {
      const header = frames.subarray(at, at + FRAME_HEADER);
      const page = frames.subarray(at + FRAME_HEADER, at + frameBytes);
      const sum = sumOf(header, 16);
      const salted = [0, 4].filter((half) => header.readUInt32BE(8 + half) === salt.readUInt32BE(half)).length;
      const isOurs = salted > 0; // both halves are others in a log that was begun anew, and one that a bad bit has hit is in no sum
      const start = isOurs ? soundStart(header, page, bigEndian, before) : null;
      before = sum;
      if (isOurs) content.torn = start === null;
      doubtful ||= salted < 2 || start === null || !start.equals(header.subarray(0, 8));
      if (start === null) {
        open.set(isOurs ? header.readUInt32BE(0) : 0, null);
        continue;
      }
      open.set(start.readUInt32BE(0), from + at + FRAME_HEADER);
      const databasePages = start.readUInt32BE(4);
      if (databasePages === 0) continue; // not the last frame of its transaction
      content.damaged ||= doubtful;
      content.databasePages = databasePages;
      for (const [number, place] of open) {
        if (place === null) {
          content.outdated.add(number);
          content.lacksUnknown ||= number === 0 || number > databasePages; // its number, too, is not what it was
        } else {
          content.pages.set(number, place);
          content.outdated.delete(number);
        }
      }
      open.clear();
    }
    // Where the file ends within a frame of this log, behind its salt.
    content.torn ||= frames.subarray(at + 8, Math.min(at + 16, read)).equals(salt);
  }
}
