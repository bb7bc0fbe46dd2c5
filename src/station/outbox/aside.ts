import type { Store } from '../store/store.ts';
import { Kept } from './kept.ts';

/** Starts of rows, by receiver, the next to be tried first. */
type State = Record<string, readonly number[]>;

/** A day of rows. A receiver that refuses more refuses too much for single rows to be at fault. */
const MOST = 288;

/** Rows set aside: a receiver refused each of them alone and took others. Stored, so that they can be offered again. */
export class AsideRows {
  readonly #kept: Kept<State>;

  constructor(
    private readonly store: Store,
    nowS: () => number,
  ) {
    this.#kept = new Kept(store, 'connections.aside', nowS);
  }

  of(name: string): readonly number[] {
    return this.#kept.get()?.[name] ?? [];
  }

  /** False: there are too many, or the disk takes no note. */
  add(name: string, startsS: readonly number[]): boolean {
    const all = [...new Set([...this.of(name), ...startsS])];
    return all.length <= MOST && this.#save(name, all);
  }

  remove(name: string, startS: number): boolean {
    return this.#save(
      name,
      this.of(name).filter((one) => one !== startS),
    );
  }

  /** Refused once more: the others go first. */
  postpone(name: string, startS: number): boolean {
    return this.#save(name, [...this.of(name).filter((one) => one !== startS), startS]);
  }

  #save(name: string, startsS: readonly number[]): boolean {
    return this.store.atHome && this.#kept.put({ ...this.#kept.get(), [name]: startsS });
  }
}
