import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { pageBytesOf, readWal } from './wal.ts';

/** First bytes of every database: https://www.sqlite.org/fileformat2.html#the_database_header. */
const MAGIC = Buffer.from('SQLite format 3\0');
/** Where the first page says how large a page is; another program may have chosen that. */
const PAGE_SIZE_AT = MAGIC.length;

/** Whether a file that holds no whole page begins as a database, as far as it goes. An empty one could have. */
export function beginsAsDatabase(path: string): boolean {
  const head = readFileSync(path).subarray(0, MAGIC.length);
  return head.equals(MAGIC.subarray(0, head.length));
}

/**
 * A database file as pages, without SQLite: the newest sound version of each, from the log or the file. A file that was cut short
 * has fewer; what lay beyond its end may still be in the log.
 */
export class PageFile {
  readonly #file: number | null;
  readonly #log: number | null;
  readonly #pageBytes: number;
  readonly #inFile: number;
  /** Pages that the log has newer, and where. */
  readonly #newer: ReadonlyMap<number, number>;
  /** Pages there are or should be: the highest number anybody speaks of is one of them. */
  readonly count: number;
  /** The log has holes: a sound page may be older than the last commit. */
  readonly logIsDamaged: boolean;
  /** Pages of which it is known that the log had a newer version. */
  readonly outdated: ReadonlySet<number>;
  /** The log had a newer version of some page, and nobody knows of which. */
  readonly lacksUnknown: boolean;

  constructor(path: string) {
    const { pages, outdated, lacksUnknown, pageBytes, databasePages, damaged } = readWal(`${path}-wal`);
    this.#file = openIfThere(path);
    this.#log = openIfThere(`${path}-wal`);
    const head = Buffer.alloc(PAGE_SIZE_AT + 2);
    if (this.#file !== null) readSync(this.#file, head, 0, head.length, 0);
    this.#pageBytes = pages.size > 0 ? pageBytes : pageBytesOf(head.readUInt16BE(PAGE_SIZE_AT));
    this.#inFile = this.#file === null ? 0 : Math.floor(fstatSync(this.#file).size / this.#pageBytes);
    this.logIsDamaged = damaged;
    this.outdated = outdated;
    this.lacksUnknown = lacksUnknown;
    this.#newer = pages;
    let count = Math.max(this.#inFile, databasePages);
    for (const number of pages.keys()) count = Math.max(count, number);
    this.count = count;
  }

  /** Null where there is none, or where it was cut: half a row is worse than none. */
  page(number: number): Buffer | null {
    const newer = this.#newer.get(number);
    if (newer !== undefined) return this.#read(this.#log!, newer);
    if (this.#file === null || number < 1 || number > this.#inFile) return null;
    return this.#read(this.#file, (number - 1) * this.#pageBytes);
  }

  #read(file: number, from: number): Buffer | null {
    const page = Buffer.alloc(this.#pageBytes);
    try {
      readSync(file, page, 0, page.length, from);
      return page;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
      return null; // the card does not give it back
    }
  }

  close(): void {
    for (const file of [this.#file, this.#log]) if (file !== null) closeSync(file);
  }
}

const openIfThere = (path: string): number | null => (existsSync(path) ? openSync(path, 'r') : null);
