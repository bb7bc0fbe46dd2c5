import { closeSync, fstatSync, readSync } from 'node:fs';
import { unless } from '../../sqlite/database.ts';
import { headOf, openIfThere, pageBytesOf, readWal, type WalContent } from './wal.ts';

/** First bytes of every database: https://www.sqlite.org/fileformat2.html#the_database_header. */
const MAGIC = Buffer.from('SQLite format 3\0');
/** Where the first page says how large a page is; another program may have chosen that. */
const PAGE_SIZE_AT = MAGIC.length;

/** Whether a file with this head begins as a database, as far as it goes. An empty one could have. */
export function beginsAsDatabase(head: Buffer): boolean {
  const magic = head.subarray(0, MAGIC.length);
  return magic.equals(MAGIC.subarray(0, magic.length));
}

/**
 * A database file as pages, without SQLite: the newest sound version of each, from the log or the file. A file that was cut short
 * has fewer; what lay beyond its end may still be in the log.
 */
export class PageFile {
  /** The log beside it. Where that is damaged, a sound page may be older than the last commit. */
  readonly log: WalContent;
  /** First bytes of the file; none where it is missing. */
  readonly head: Buffer;
  /** Pages there are or should be. */
  readonly count: number;
  readonly #main: number | null;
  readonly #wal: number | null;
  readonly #pageBytes: number;
  readonly #inMain: number;

  constructor(path: string) {
    this.log = readWal(`${path}-wal`);
    const { pages, pageBytes, databasePages } = this.log;
    this.head = headOf(path, PAGE_SIZE_AT + 2);
    const said = this.head.length < PAGE_SIZE_AT + 2 ? 0 : this.head.readUInt16BE(PAGE_SIZE_AT);
    this.#main = openIfThere(path);
    this.#wal = openIfThere(`${path}-wal`);
    this.#pageBytes = pages.size > 0 ? pageBytes : pageBytesOf(said);
    this.#inMain = this.#main === null ? 0 : Math.floor(fstatSync(this.#main).size / this.#pageBytes);
    this.count = Math.max(this.#inMain, databasePages);
  }

  /** Null where there is none, or where it was cut: half a row is worse than none. */
  page(number: number): Buffer | null {
    const newer = this.log.pages.get(number);
    if (newer !== undefined) return this.#read(this.#wal!, newer);
    if (this.#main === null || number < 1 || number > this.#inMain) return null;
    return this.#read(this.#main, (number - 1) * this.#pageBytes);
  }

  #read(file: number, from: number): Buffer | null {
    const page = Buffer.alloc(this.#pageBytes);
    const read = unless(isNotGivenBack, () => readSync(file, page, 0, page.length, from));
    return read === null ? null : page;
  }

  close(): void {
    for (const file of [this.#main, this.#wal]) if (file !== null) closeSync(file);
  }
}

/** By a card. */
const isNotGivenBack = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EIO';
