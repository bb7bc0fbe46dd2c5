import type { Store } from '../store/store.ts';

/** Starts of rows, by receiver, the next to be tried first. */
type State = Record<string, readonly number[]>;

const NAME = 'connections.aside';
const VERSION = 1;
/** A day of rows. A receiver that refuses more refuses too much for single rows to be at fault. */
const MOST = 288;

/** Rows set aside: a receiver refused each of them alone and took others. Stored, so that they can be offered again. */
export class AsideRows {
  readonly #store: Store;
  readonly #nowS: () => number;
  #state: State | null = null;

  constructor(store: Store, nowS: () => number) {
    this.#store = store;
    this.#nowS = nowS;
  }

  of(name: string): readonly number[] {
    return this.#load()[name] ?? [];
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
    const state = { ...this.#load(), [name]: startsS };
    const save = () => this.#store.learned.saveAll([{ name: NAME, version: VERSION, state }], this.#nowS());
    const isSaved = this.#store.atHome && this.#store.attempt(save);
    if (isSaved) this.#state = state;
    return isSaved;
  }

  #load(): State {
    if (this.#state !== null || !this.#store.atHome) return this.#state ?? {};
    const saved = this.#store.learned.load(NAME, VERSION);
    this.#state = saved.found ? (saved.state as State) : {};
    return this.#state;
  }
}
