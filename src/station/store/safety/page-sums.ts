import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { PAGE_BYTES } from '../database.ts';

/**
 * A checksum of every page of the database file, in a file beside it: four bytes a page. SQLite has none, so a bit that a bad card
 * turns inside a number, or a whole page of yesterday's, is a sound file to it. Zero means that nobody knows.
 *
 * A page of the file changes only in a checkpoint; see there for how the two stay of one mind whatever ends the process.
 */
export const sumsPath = (database: string): string => `${database}.sums`;

export const sumOf = (page: Uint8Array): number => crc32(page) || 1;

const ENTRY = 4;
/** Read at once while summing a whole file. */
const CHUNK_PAGES = 1024;

/** Null where there are none. */
export function loadSums(database: string): Uint32Array | null {
  const path = sumsPath(database);
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  return new Uint32Array(Uint8Array.from(bytes.subarray(0, bytes.length - (bytes.length % ENTRY))).buffer);
}

export function dropSums(database: string): void {
  rmSync(sumsPath(database), { force: true });
}

/** Writes the sums of these pages, of a file whose others stay as they are; on the disk when it returns. */
export function updateSums(database: string, pages: ReadonlyMap<number, Uint8Array>): void {
  if (pages.size === 0) return;
  const file = openSync(sumsPath(database), existsSync(sumsPath(database)) ? 'r+' : 'w+');
  try {
    const numbers = [...pages.keys()].sort((a, b) => a - b);
    for (let i = 0; i < numbers.length; ) {
      let end = i + 1;
      while (end < numbers.length && numbers[end] === numbers[end - 1]! + 1) end += 1;
      const run = Uint32Array.from(numbers.slice(i, end), (number) => sumOf(pages.get(number)!));
      writeSync(file, new Uint8Array(run.buffer), 0, run.byteLength, (numbers[i]! - 1) * ENTRY);
      i = end;
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Where the card gives nothing back, zeros: no page of ours is that. */
function readChunk(file: number, chunk: Buffer, first: number): number {
  try {
    return readSync(file, chunk, 0, chunk.length, (first - 1) * PAGE_BYTES);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
  }
  let got = 0;
  for (; got < chunk.length; got += PAGE_BYTES) {
    const page = chunk.subarray(got, got + PAGE_BYTES).fill(0);
    try {
      if (readSync(file, page, 0, PAGE_BYTES, (first - 1) * PAGE_BYTES + got) < PAGE_BYTES) break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
    }
  }
  return got;
}

/** Pages of the file as it lies there, in order, until `work` has had enough. Only where no connection is open to it. */
export function eachPage(
  database: string,
  fromPage: number,
  work: (number: number, page: Uint8Array) => boolean,
): void {
  const file = openSync(database, 'r');
  try {
    const pages = Math.floor(statSync(database).size / PAGE_BYTES);
    const chunk = Buffer.alloc(CHUNK_PAGES * PAGE_BYTES);
    for (let number = fromPage; number <= pages; ) {
      const got = readChunk(file, chunk, number);
      if (got < PAGE_BYTES) return;
      for (let at = 0; at + PAGE_BYTES <= got; at += PAGE_BYTES, number += 1)
        if (!work(number, chunk.subarray(at, at + PAGE_BYTES))) return;
    }
  } finally {
    closeSync(file);
  }
}

/** Sums a whole file that has been found sound. Only where no connection is open to it. */
export function sumAll(database: string): void {
  const pages = Math.floor(statSync(database).size / PAGE_BYTES);
  const sums = new Uint32Array(pages);
  eachPage(database, 1, (number, page) => {
    sums[number - 1] = sumOf(page);
    return true;
  });
  const partial = `${sumsPath(database)}.partial`;
  const file = openSync(partial, 'w');
  try {
    writeSync(file, new Uint8Array(sums.buffer));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(partial, sumsPath(database));
}
