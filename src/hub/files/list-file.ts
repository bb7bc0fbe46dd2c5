import { join } from 'node:path';
import { z } from 'zod';
import { alone } from './alone.ts';
import { readStrictly, stampOf } from './json-file.ts';

interface List<T> {
  readonly all: readonly T[];
}

interface Form<T, L extends List<T>> {
  /** `waves` is `waves.json`, changed under `waves.lock`. */
  name: string;
  /** Key of the list in its file; the name if absent. */
  key?: string;
  item: z.ZodType<T>;
  most?: number;
  /** Subject of the message about a damaged file. */
  what: string;
  /** Way out for the person; if absent, the file can be deleted. */
  remedy?: string;
  /** `all` is null where there is no file. */
  of(all: readonly T[] | null): L;
}

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
    const { name, key = name, item, most = Number.POSITIVE_INFINITY, what, remedy = 'delete it', of } = this.form;
    const schema = z.strictObject({ version: z.literal(1), [key]: z.array(item).max(most) });
    const read = readStrictly(join(this.folder, this.#file), schema, what, remedy);
    return of(read && (read[key] as L['all']));
  }

  stamp(): string {
    return stampOf(join(this.folder, this.#file));
  }

  /** Read-modify-write, one change at a time. Answers what `make` has made. */
  change<C extends { list: L }>(make: (before: L) => C): Promise<C> {
    const { name, key = name } = this.form;
    return alone(this.folder, `${name}.lock`, [this.#file], (write) => {
      const made = make(this.read());
      write(this.#file, { version: 1, [key]: made.list.all });
      return made;
    });
  }
}
