import { constants, copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fieldOf, jsonOf } from '../../base/json-text.ts';
import { sync } from '../../base/whole-file.ts';
import { damagedName, FileDamaged, readableOf, readStrictly, stampOf } from './json-file.ts';
import { underLock } from './lock.ts';

interface List<T> {
  readonly all: readonly T[];
  readonly damage?: string | null;
}

interface Form<T, L extends List<T>> {
  /** `waves` is `waves.json`, changed under `waves.lock`. */
  name: string;
  /** Key of the list in its file; the name if absent. */
  key?: string;
  item: z.ZodType<T>;
  /** Subject of the message about a damaged file. */
  what: string;
  /** Way out for the person; if absent, the file can be deleted. */
  remedy?: string;
  /** The entries of a damaged file that can be read stay in force, and the next change keeps it beside. For entries that hold no objects. */
  salvages?: true;
  /** `all` is null where there is no file; `damage` says what is wrong with one that was read in part. */
  of(all: readonly T[] | null, damage: string | null): L;
}

/** Innermost objects of a text that is no JSON: entries of a list that breaks off, or has a stray mark. Their strings may hold braces. */
const ENTRY = /\{(?:"(?:[^"\\\n]|\\.)*"|[^{}"])*\}/g;

/** Versioned JSON file of one list, which commands change under a lock while a hub reads it. */
export class ListFile<L extends List<unknown>> {
  readonly what: string;
  readonly #file: string;
  constructor(
    private readonly folder: string,
    private readonly form: Form<L['all'][number], L>,
  ) {
    this.what = form.what;
    this.#file = `${form.name}.json`;
  }

  read(): L {
    const { name, key = name, item, what, remedy = 'delete it', salvages, of } = this.form;
    const schema = z.strictObject({ version: z.literal(1), [key]: z.array(item) });
    try {
      const read = readStrictly(this.#path, schema, what, remedy);
      return of(read && (read[key] as L['all'][number][]), null);
    } catch (error) {
      if (!salvages || !(error instanceof FileDamaged)) throw error;
      const text = readFileSync(this.#path, 'utf8');
      const raw = jsonOf(text);
      if (raw !== null && fieldOf(raw, 'version') !== 1)
        throw new FileDamaged(`${this.#path} is not of version 1; go back to the hub that wrote it, or restore it`);
      const entries = fieldOf(raw, key) ?? text.match(ENTRY)?.map(jsonOf);
      return of(readableOf(item, entries), error.message);
    }
  }

  get #path(): string {
    return join(this.folder, this.#file);
  }

  stamp(): string {
    return stampOf(this.#path);
  }

  /** Read-modify-write, one change at a time. Answers what `make` has made. */
  change<C extends { list: L }>(make: (before: L) => C): Promise<C> {
    const { name, key = name } = this.form;
    return underLock(this.folder, `${name}.lock`, [this.#file], (write) => {
      const before = this.read();
      const made = make(before);
      if (before.damage) this.#keepBeside();
      write(this.#file, { version: 1, [key]: made.list.all });
      return made;
    });
  }

  /** Whether a copy of a damaged file lies beside: entries that were lost from the list may come back from it. */
  get hasDamagedCopy(): boolean {
    if (!existsSync(this.folder)) return false;
    return readdirSync(this.folder).some((name) => name.startsWith(`${this.#file}.damaged`));
  }

  #keepBeside(): void {
    const beside = damagedName(this.#path);
    copyFileSync(this.#path, beside, constants.COPYFILE_EXCL);
    sync(beside);
  }
}
