import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { PAGE_BYTES } from '../../sqlite/database.ts';

// SQLite's write-ahead log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
const WAL_HEADER = 32;
const FRAME_HEADER = 24;
const WAL_MAGIC = 0x377f0682;

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
  /** The newest version of every page that adds up, from committed transactions. */
  pages: Map<number, Buffer>;
  /** Pages of the database after the last commit in the log; 0 when it holds none. */
  databasePages: number;
  /** A sound commit follows a frame that is not: SQLite would forget it without a word. */
  damaged: boolean;
}

/**
 * Reader of a write-ahead log. Each checksum continues the one before, so SQLite stops at the first bad frame; but every frame's header
 * holds the former checksum, so frames after a damaged one can be verified, too. Uncommitted frames of a killed writer lie behind those
 * that overwrote their beginning: they are sound, and no damage.
 */
export function readWal(path: string): WalContent {
  const content: WalContent = { pages: new Map(), databasePages: 0, damaged: false };
  if (!existsSync(path)) return content;
  const wal = readFileSync(path);
  if (wal.length < WAL_HEADER + FRAME_HEADER) return content;
  const pageBytes = pageBytesOf(wal.readUInt32BE(8));
  const bigEndian = (wal.readUInt32BE(0) & 1) === 1;
  const head = walSum(wal.subarray(0, 24), bigEndian, [0, 0]);
  const headAdds = head[0] === wal.readUInt32BE(24) && head[1] === wal.readUInt32BE(28);
  const salt = wal.subarray(headAdds ? 16 : WAL_HEADER + 8, headAdds ? 24 : WAL_HEADER + 16);
  let doubtful = !headAdds;
  let before: [number, number] = [wal.readUInt32BE(24), wal.readUInt32BE(28)];
  const open = new Map<number, Buffer>();
  for (let at = WAL_HEADER; at + FRAME_HEADER + pageBytes <= wal.length; at += FRAME_HEADER + pageBytes) {
    const header = wal.subarray(at, at + FRAME_HEADER);
    const page = wal.subarray(at + FRAME_HEADER, at + FRAME_HEADER + pageBytes);
    const [a, b] = walSum(page, bigEndian, walSum(header.subarray(0, 8), bigEndian, before));
    before = [header.readUInt32BE(16), header.readUInt32BE(20)];
    if (a !== before[0] || b !== before[1] || !header.subarray(8, 16).equals(salt)) {
      doubtful = true;
      continue;
    }
    open.set(header.readUInt32BE(0), page);
    const databasePages = header.readUInt32BE(4);
    if (databasePages === 0) continue; // not the last frame of its transaction
    content.damaged ||= doubtful;
    content.databasePages = databasePages;
    for (const [number, newest] of open) content.pages.set(number, newest);
    open.clear();
  }
  return content;
}
