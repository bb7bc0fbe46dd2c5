import type { Database, Statement } from './database.ts';

type Prepared = Statement<unknown[]>;

/** Statement that SQLite compiles at its first use, and that is it from then on. */
class Late {
  #made: Prepared | null = null;

  constructor(private readonly prepare: () => Prepared) {}

  get #compiled(): Prepared {
    this.#made ??= this.prepare();
    return this.#made;
  }

  pluck(isOn = true): Late {
    return new Late(() => this.#compiled.pluck(isOn));
  }
  raw(isOn = true): Late {
    return new Late(() => this.#compiled.raw(isOn));
  }
  run(...args: unknown[]) {
    return this.#compiled.run(...args);
  }
  get(...args: unknown[]) {
    return this.#compiled.get(...args);
  }
  all(...args: unknown[]) {
    return this.#compiled.all(...args);
  }
  iterate(...args: unknown[]) {
    return this.#compiled.iterate(...args);
  }
  columns() {
    return this.#compiled.columns();
  }
}

/**
 * From now on this connection compiles statements at their first use. The tables have 350 of them, a heavy job needs a dozen, and two long
 * ones took a third of the time.
 */
export function prepareLate(db: Database): void {
  const prepare = db.prepare.bind(db);
  db.prepare = ((sql: string) => new Late(() => prepare(sql) as Prepared)) as unknown as typeof db.prepare;
}
