import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { PAGE_BYTES } from '../database.ts';
import { readWal } from './wal.ts';

/**
 * A database file as pages, without SQLite: the newest sound version of each, from the log or the file. A file that was cut short
 * has fewer; what lay beyond its end may still be in the log.
 */
export class PageFile {
  readonly #file: number | null;
  readonly #inFile: number;
  readonly #newer: ReadonlyMap<number, Buffer>;
  /** Pages there are or should be: the highest number anybody speaks of is one of them. */
  readonly count: number;
  /** The log has holes: what a sound page says may be older than what was committed. */
  readonly logIsDamaged: boolean;

  /** `doubtful`: pages of the file that are not as they were written. */
  constructor(
    path: string,
    private readonly doubtful: ReadonlySet<number> = new Set(),
  ) {
    this.#file = existsSync(path) ? openSync(path, 'r') : null;
    this.#inFile = this.#file === null ? 0 : Math.ceil(fstatSync(this.#file).size / PAGE_BYTES);
    const { pages, databasePages, damaged } = readWal(`${path}-wal`);
    this.logIsDamaged = damaged;
    this.#newer = pages;
    let count = Math.max(this.#inFile, databasePages);
    for (const number of pages.keys()) count = Math.max(count, number);
    this.count = count;
  }

  /** Null where there is none; a last page that was cut is filled with zeros. */
  page(number: number): Buffer | null {
    const newer = this.#newer.get(number);
    if (newer) return newer;
    if (this.#file === null || number < 1 || number > this.#inFile) return null;
    const page = Buffer.alloc(PAGE_BYTES);
    try {
      readSync(this.#file, page, 0, PAGE_BYTES, (number - 1) * PAGE_BYTES);
      return page;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
      return null; // the card does not give it back
    }
  }

  /** What comes from the log has its own checksum, and it was right. */
  isDoubtful(number: number): boolean {
    return this.doubtful.has(number) && !this.#newer.has(number);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }
}
