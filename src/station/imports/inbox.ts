import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { jsonOf } from '../../base/json-text.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { unlessRefused } from '../../base/system-error.ts';
import { streamWhole, writeWhole } from '../../base/whole-file.ts';
import type { ImportOptions } from '../../contract/imports.ts';
import { sentence } from '../../words/sentence.ts';
import { diskOf } from '../store/disk-room.ts';
import { isDiskTrouble } from '../store/sqlite/database.ts';
import { ImportRefusal } from './past-row.ts';

/** Twenty years of five minutes with every column of WeeWX are 800 MB. */
const MOST_BYTES = 2 * 1024 ** 3;
/** Room that an upload leaves to the station, beside that of the rows made of it. */
const KEPT_FREE_BYTES = 256 * 1024 ** 2;
const LOOKED_AFTER_BYTES = 16 * 1024 ** 2;
const LONGEST_NAME = 120;
const PART = 'upload.part';
const PLAN = 'plan.json';

/** Confirmed import: a stop or a kill leaves it to the next start. */
export interface ImportPlan {
  options: ImportOptions;
  /** Of the files, as the scan has it: by it the job is known. */
  digest: string;
  /** Moment of the confirmation; rows of later times are not taken. */
  nowS: number;
  paused: boolean;
  /** Undo is wanted of the rows that it has put in. */
  cancelled: boolean;
}

function isPlan(value: unknown): value is ImportPlan {
  if (typeof value !== 'object' || value === null) return false;
  const { options, digest, nowS, paused, cancelled } = value as Partial<ImportPlan>;
  const isWhole = typeof options === 'object' && options !== null && typeof digest === 'string';
  return isWhole && Number.isFinite(nowS) && typeof paused === 'boolean' && typeof cancelled === 'boolean';
}

/** Upload folder of the import, in the data folder: one upload at a time, and the plan once it is confirmed. */
export class Inbox {
  readonly #folder: string;
  readonly #files: string;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'import');
    this.#files = join(this.#folder, 'files');
  }

  /** Files that are whole, by name. */
  get files(): { name: string; path: string; bytes: number }[] {
    if (!existsSync(this.#files)) return [];
    return readdirSync(this.#files)
      .sort()
      .map((name) => ({ name, path: join(this.#files, name), bytes: statSync(join(this.#files, name)).size }));
  }

  /** The plan that was kept; `unreadable` where it is no plan. */
  get plan(): ImportPlan | null | 'unreadable' {
    const path = join(this.#folder, PLAN);
    if (!existsSync(path)) return null;
    const value = unlessRefused(() => jsonOf(readFileSync(path, 'utf8')));
    return isPlan(value) ? value : 'unreadable';
  }

  confirm(plan: ImportPlan): void {
    writeWhole(join(this.#folder, PLAN), JSON.stringify(plan), { mode: 0o600 });
  }

  /** The plan goes first: files without one are dropped at the next start. */
  clear(): void {
    rmSync(join(this.#folder, PLAN), { force: true });
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Writes one file as it comes, a piece in memory at a time. Throws an `ImportRefusal`, and leaves nothing of a file that is not whole. */
  async receive(
    name: string,
    source: AsyncIterable<Uint8Array>,
    bytes: number | null,
    progress: (share: number) => void,
  ): Promise<void> {
    const before = this.files.reduce((sum, one) => sum + (one.name === name ? 0 : one.bytes), 0);
    if (before + (bytes ?? 0) > MOST_BYTES) throw new ImportRefusal(sentence('import.too-large'));
    makeFolder(this.#files);
    await this.#room(bytes ?? 0);
    const part = join(this.#folder, PART);
    const pieces = this.#limited(source, before, (got) => bytes && progress(got / bytes));
    try {
      await streamWhole(join(this.#files, name), pieces, { mode: 0o600, fresh: part });
    } catch (error) {
      if (isDiskTrouble(error)) throw new ImportRefusal(sentence('refusal.disk', { why: (error as Error).message }));
      throw error;
    }
  }

  /** Pieces of an upload, as long as there is room for them. */
  async *#limited(
    source: AsyncIterable<Uint8Array>,
    before: number,
    told: (got: number) => void,
  ): AsyncGenerator<Uint8Array> {
    let got = 0;
    let lookedAt = 0;
    for await (const piece of source) {
      got += piece.length;
      if (before + got > MOST_BYTES) throw new ImportRefusal(sentence('import.too-large'));
      if (got - lookedAt > LOOKED_AFTER_BYTES) {
        lookedAt = got;
        await this.#room(0);
      }
      yield piece;
      told(got);
    }
    if (got === 0) throw new ImportRefusal(sentence('import.empty'));
  }

  /** Rows take about as much room as their file. */
  async #room(bytes: number): Promise<void> {
    const disk = await diskOf(this.#folder);
    if (disk !== null && disk.freeBytes < 2 * bytes + KEPT_FREE_BYTES)
      throw new ImportRefusal(sentence('import.no-room', { freeBytes: disk.freeBytes }));
  }
}

/** A name and no path: separators, control characters and a leading dot are refused. */
export const isPlainName = (name: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  Buffer.byteLength(name) <= LONGEST_NAME && /^[^./\\\u0000-\u001f\u007f][^/\\\u0000-\u001f\u007f]*$/.test(name);
