import type { Store } from '../store/store.ts';

const VERSION = 1;

/** One small state of the outbox in a row of its own: read once, written whole. At the standby it is unknown. */
export class Kept<State> {
  #state: State | null = null;

  constructor(
    private readonly store: Store,
    private readonly name: string,
    private readonly nowS: () => number,
  ) {}

  get(): State | null {
    if (this.#state !== null || !this.store.atHome) return this.#state;
    const saved = this.store.learned.load(this.name, VERSION);
    if (saved.found) this.#state = saved.state as State;
    return this.#state;
  }

  /** False: the disk takes no note, or the standby is in its place, and nothing has changed. */
  put(state: State): boolean {
    const { store, name } = this;
    const save = () => store.learned.saveAll([{ name, version: VERSION, state }], this.nowS());
    const isSaved = store.atHome && store.attempt(save);
    if (isSaved) this.#state = state;
    return isSaved;
  }
}
