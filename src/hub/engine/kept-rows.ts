import { createReadStream, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { jsonOf } from '../../base/json-text.ts';
import { streamWhole } from '../../base/whole-file.ts';

const NAME = /^keeping-([a-z0-9-]{3,40})\.jsonl$/;
/** Lines that go to the engine in one request. */
const MOST_LETTERS = 4 * 1024 * 1024;
/** Last line: from when on, and how many values the engine had. A journal without it is not whole. */
const Seal = z.strictObject({ kept_from: z.number(), values: z.number() });
export type Seal = z.infer<typeof Seal>;

/**
 * Journal of the rows of a station that stay while the engine deletes the older ones: an engine that can only delete whole series gets
 * these back afterwards, also after a power cut in between. Nothing may be deleted before it is sealed.
 */
export class KeptRows {
  readonly #path: string;
  constructor(
    folder: string,
    readonly login: string,
  ) {
    this.#path = join(folder, `keeping-${login}.jsonl`);
  }

  /** Logins whose rows wait here, because a deletion was broken off. */
  static waitingIn = (folder: string): string[] => readdirSync(folder).flatMap((name) => NAME.exec(name)?.[1] ?? []);

  get isThere(): boolean {
    return existsSync(this.#path);
  }

  /** Writes all lines down, and then `sealed`. A disk that is full leaves nothing behind, nor does whatever else goes wrong. */
  async keep(pieces: AsyncIterable<string>, sealed: Seal): Promise<void> {
    const all = async function* () {
      yield* pieces;
      yield `${JSON.stringify(sealed)}\n`;
    };
    await streamWhole(this.#path, all(), { mode: 0o600 });
  }

  /** Its lines in pieces of some megabytes, and last of all the seal; null where there is none. */
  async *pieces(): AsyncGenerator<string, Seal | null> {
    let piece = '';
    let last = '';
    for await (const line of createInterface({ input: createReadStream(this.#path) })) {
      if (last !== '') piece += `${last}\n`;
      last = line;
      if (piece.length < MOST_LETTERS) continue;
      yield piece;
      piece = '';
    }
    if (piece !== '') yield piece;
    return Seal.safeParse(jsonOf(last)).data ?? null;
  }

  forget(): void {
    for (const path of [this.#path, `${this.#path}.new`]) rmSync(path, { force: true });
  }
}
