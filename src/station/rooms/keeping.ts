import { anotherTurn, type Clock } from '../clock.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { Store } from '../store/store.ts';

interface Parts {
  clock: Clock;
  store: Store;
  memory: Memory;
  /** What was learned, without the heads of the forecast, which are big and slow to change. */
  small: () => Remembered[];
  heads: () => Iterable<Remembered>;
  /** Beside what was learned: how the clock stands. */
  note: () => void;
}

/** Puts what was learned where a restart finds it. */
export class Keeping {
  readonly #parts: Parts;
  #ended = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What was learned, in one transaction. The forecast heads have their own: see `saveHeads`. */
  save(): void {
    const { clock, store, memory, small, note } = this.#parts;
    store.attempt(() => memory.save(small(), clock.nowS()));
    note();
  }

  /** Everything as of one moment: what the station may have to go back to. */
  saveWhole(): void {
    const { clock, store, memory, small, heads } = this.#parts;
    store.attempt(() => memory.save([...small(), ...heads()], clock.nowS()));
  }

  /** One head after another, with a turn of the event loop between: all at once would keep a sample waiting. */
  async saveHeads(): Promise<void> {
    const { clock, store, memory, heads } = this.#parts;
    for (const head of heads()) {
      if (this.#ended) return;
      store.attempt(() => memory.saveLater(head, clock.nowS()));
      await anotherTurn();
    }
  }

  /** The store closes: nothing is put there from now on. */
  end(): void {
    this.#ended = true;
  }
  get ended(): boolean {
    return this.#ended;
  }
}
