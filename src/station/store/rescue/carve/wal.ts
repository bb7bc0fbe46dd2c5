import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { PAGE_BYTES } from '../../sqlite/database.ts';

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

/** A page size as the heads of a database and of a log say it; of this program's own files where they do not. */
export function pageBytesOf(said: number): number {
  const bytes = said === 1 ? 65_536 : said;
  return bytes >= 512 && bytes <= 65_536 && Number.isInteger(Math.log2(bytes)) ? bytes : PAGE_BYTES;
}

/** Whether a log file is there and begins as one. */
export function walIsThere(path: string): boolean {
  if (!existsSync(path)) return false;
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(4);
    return readSync(file, head, 0, 4, 0) === 4 && (head.readUInt32BE(0) & 0xfffffffe) >>> 0 === WAL_MAGIC;
  } finally {
    closeSync(file);
  }
}

export interface WalContent {
  /** Where in the log the newest version of every page lies that adds up, from committed transactions. */
  pages: Map<number, number>;
  /** Pages whose newest committed version does not add up: `pages` has an older one, or none. */
  outdated: Set<number>;
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
    pageBytes: PAGE_BYTES,
    databasePages: 0,
    damaged: false,
    torn: false,
  };
  if (!existsSync(path)) return content;
  const file = openSync(path, 'r');
  try {
    readFrames(file, fstatSync(file).size, content);
    return content;
  } finally {
    closeSync(file);
  }
}

function readFrames(file: number, size: number, content: WalContent): void {
  if (size < WAL_HEADER + FRAME_HEADER) return;
  const wal = Buffer.alloc(WAL_HEADER + FRAME_HEADER);
  readSync(file, wal, 0, wal.length, 0);
  const pageBytes = pageBytesOf(wal.readUInt32BE(8));
  content.pageBytes = pageBytes;
  const bigEndian = (wal.readUInt32BE(0) & 1) === 1;
  const head = walSum(wal.subarray(0, 24), bigEndian, [0, 0]);
  const headAdds = head[0] === wal.readUInt32BE(24) && head[1] === wal.readUInt32BE(28);
  const salt = wal.subarray(headAdds ? 16 : WAL_HEADER + 8, headAdds ? 24 : WAL_HEADER + 16);
  let doubtful = !headAdds;
  let before: [number, number] = [wal.readUInt32BE(24), wal.readUInt32BE(28)];
  /** Pages of the transaction being read; null for a version that does not add up. */
  const open = new Map<number, number | null>();
  const frameBytes = FRAME_HEADER + pageBytes;
  const frames = Buffer.alloc(frameBytes * FRAMES_AT_ONCE);
  for (let from = WAL_HEADER; from + frameBytes <= size; from += frames.length) {
    const read = readSync(file, frames, 0, frames.length, from);
    for (let at = 0; at + frameBytes <= read; at += frameBytes) {
      const header = frames.subarray(at, at + FRAME_HEADER);
      const page = frames.subarray(at + FRAME_HEADER, at + frameBytes);
      const sum: [number, number] = [header.readUInt32BE(16), header.readUInt32BE(20)];
      const isOurs = header.subarray(8, 16).equals(salt);
      const [a, b] = isOurs ? walSum(page, bigEndian, walSum(header.subarray(0, 8), bigEndian, before)) : [0, 0];
      before = sum;
      const isSound = isOurs && a === sum[0] && b === sum[1];
      if (isOurs) content.torn = !isSound;
      if (!isSound) {
        doubtful = true;
        if (isOurs) open.set(header.readUInt32BE(0), null);
        continue;
      }
      open.set(header.readUInt32BE(0), from + at + FRAME_HEADER);
      const databasePages = header.readUInt32BE(4);
      if (databasePages === 0) continue; // not the last frame of its transaction
      content.damaged ||= doubtful;
      content.databasePages = databasePages;
      for (const [number, place] of open) {
        if (place === null) content.outdated.add(number);
        else {
          content.pages.set(number, place);
          content.outdated.delete(number);
        }
      }
      open.clear();
    }
  }
  content.torn ||= endsInFrame(file, size, frameBytes, salt);
}

/** The file ends within a frame of this log, behind its salt. */
function endsInFrame(file: number, size: number, frameBytes: number, salt: Buffer): boolean {
  const from = size - ((size - WAL_HEADER) % frameBytes);
  const salted = Buffer.alloc(salt.length);
  return readSync(file, salted, 0, salted.length, from + 8) === salted.length && salted.equals(salt);
}
