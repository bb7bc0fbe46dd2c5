import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { PAGE_BYTES } from '../../sqlite/database.ts';
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

  constructor(path: string) {
    this.#file = existsSync(path) ? openSync(path, 'r') : null;
    this.#inFile = this.#file === null ? 0 : Math.floor(fstatSync(this.#file).size / PAGE_BYTES);
    const { pages, databasePages, damaged } = readWal(`${path}-wal`);
    this.logIsDamaged = damaged;
    this.#newer = pages;
    let count = Math.max(this.#inFile, databasePages);
    for (const number of pages.keys()) count = Math.max(count, number);
    this.count = count;
  }

  /** Null where there is none, or where it was cut: half a row is worse than none. */
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

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }
}
