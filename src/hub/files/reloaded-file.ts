import type { Log } from '../../http/log.ts';
import { FileDamaged } from './json-file.ts';

interface Changeable<T> {
  readonly what: string;
  read(): T;
  stamp(): string;
  change<C extends { list: T }>(make: (before: T) => C): Promise<C>;
}

/** Hot reload of a file that commands change while a hub runs. A file that cannot be read, or is gone, changes nobody's rights. */
export class ReloadedFile<T> {
  #now: T;
  /** Null before the first reading. */
  #stamp: string | null = null;

  /** `meanwhile` stands until the file can be read; without it a damaged file keeps the hub from starting. */
  constructor(
    private readonly file: Changeable<T>,
    private readonly log: Log,
    meanwhile?: T,
  ) {
    if (meanwhile === undefined) this.#stamp = file.stamp();
    this.#now = meanwhile ?? file.read();
  }

  get now(): T {
    return this.#now;
  }

  reload(): void {
    const stamp = this.file.stamp();
    if (stamp === this.#stamp) return;
    const what = `the ${this.file.what}`;
    if (stamp === '' && this.#stamp !== null) {
      this.#stamp = stamp;
      this.log.error({}, `${what} is gone; the one before stays in force until the hub ends`);
      return;
    }
    try {
      this.#now = this.file.read();
    } catch (error) {
      if (!(error instanceof FileDamaged)) throw error; // the caller logs it, and tries again
      const meanwhile = this.#stamp === null ? 'the hub goes on without it' : 'the one before stays in force';
      this.log.error({ err: error }, `${what} cannot be read; ${meanwhile}`);
    }
    this.#stamp = stamp; // what is damaged is told once
  }

  /** Changes the file, and takes the change up at once. */
  async change<C extends { list: T }>(make: (before: T) => C): Promise<C> {
    const made = await this.file.change(make);
    this.reload();
    return made;
  }
}
