import { anotherTurn, type Clock, Slicer } from '../../base/clock.ts';
import { type Memory, type Remembered, type Written, write } from '../learned/memory.ts';
import type { Store } from '../store/store.ts';

interface Parts {
  clock: Clock;
  store: Store;
  memory: Memory;
  /** Learned state without the forecast heads, which are large and change slowly. Made when asked for. */
  small: () => Iterable<Remembered>;
  heads: () => Iterable<Remembered>;
  /** Differs as soon as anything was learned. */
  moment: () => string;
  /** Beside what was learned: how the clock stands. */
  note: () => void;
}

/** Writing one of them takes less than two milliseconds. */
const SLICE_MS = 1;
/** A station that learns in every turn (a replay) is written down in one. */
const TRIES = 3;

/**
 * Puts what was learned where a restart finds it. It is written down one component after another, with a turn of the event loop
 * between, and goes to the disk in one transaction once all of it is of one moment: what was learned meanwhile has it begun anew.
 */
export class Keeping {
  readonly #parts: Parts;
  #ended = false;
  #changes = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Something was taken over that no sample taught. */
  changed(): void {
    this.#changes += 1;
  }

  /** Saves learned state in one transaction. The heads have their own: see `saveHeads`. */
  async save(): Promise<void> {
    const { store, small, note } = this.#parts;
    const written = await this.#ofOneMoment(small);
    if (written === null) return;
    // No turn between the last look at the moment and this.
    store.attempt(() => this.#put(written));
    await anotherTurn();
    if (!this.#ended) note();
  }

  /**
   * Everything as of one moment: what the station may have to go back to. Nothing is learned while it waits for this. A crash in the
   * middle leaves heads that know more than the rest, as one after `saveHeads` does, and the moment to go back to is not yet set.
   */
  async saveWhole(): Promise<void> {
    await this.saveHeads();
    await this.save();
  }

  /** The same at once, when no sample has to be waited for any more. */
  saveLast(): void {
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

  #put(written: readonly Written[]): void {
    this.#parts.memory.put(written, this.#parts.clock.nowS());
  }

  /** Null when the store closed meanwhile, which saves everything itself. */
  async #ofOneMoment(components: () => Iterable<Remembered>): Promise<Written[] | null> {
    for (let tries = 1; tries <= TRIES && !this.#ended; tries += 1) {
      const written = await this.#inSlices(components);
      if (written !== null && !this.#ended) return written;
    }
    return this.#ended ? null : Array.from(components(), write);
  }

  async #inSlices(components: () => Iterable<Remembered>): Promise<Written[] | null> {
    const { clock } = this.#parts;
    const moment = () => `${this.#parts.moment()} ${this.#changes}`;
    const slicer = new Slicer(clock, SLICE_MS);
    const begun = moment();
    const written: Written[] = [];
    for (const component of components()) {
      written.push(write(component));
      await slicer.breathe();
      if (moment() !== begun) return null;
    }
    return written;
  }
}
