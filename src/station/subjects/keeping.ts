import { anotherTurn, type Clock, Slicer } from '../../base/clock.ts';
import { type Memory, type Remembered, type Written, write } from '../learned/memory.ts';
import type { Store } from '../store/store.ts';
import type { Bus } from './bus.ts';

interface Learned {
  remembered(): Iterable<Remembered>;
}

interface Parts {
  clock: Clock;
  store: Store;
  memory: Memory;
  bus: Bus;
}

/** Writing one of them takes less than two milliseconds. */
const SLICE_MS = 1;
/** A station that learns in every turn (a replay) is written down in one. */
const TRIES = 3;

/**
 * Saves learned state. It is written down one component after another, with a turn of the event loop between, and goes to the disk in one
 * transaction once all of it is of one moment: if something is learned meanwhile, it begins anew.
 */
export class Keeping {
  readonly #small: Learned[] = [];
  readonly #heads: Learned[] = [];
  #ended = false;
  #changes = 0;

  constructor(private readonly parts: Parts) {}

  /** Registers components whose learned state is saved. */
  keep(...learned: readonly Learned[]): void {
    this.#small.push(...learned);
  }

  /**
   * Forecast heads: the 18 of them are 2.5 MB, the diary of the net half a megabyte, and they change with every tick. Written as often as the
   * rest they would wear a memory card out for a memory of 180 days, so they have a time of their own; after a crash they have missed some
   * lessons and learned none twice.
   */
  keepHeads(heads: Learned): void {
    this.#heads.push(heads);
  }

  /** Something was learned: what is being written down is no longer of one moment. */
  changed(): void {
    this.#changes += 1;
  }

  /** Saves learned state in one transaction. The heads have their own: see `saveHeads`. */
  async save(): Promise<void> {
    const { clock, store, memory, bus } = this.parts;
    const written = await this.#ofOneMoment();
    if (written === null) return;
    // No turn between the last look at the moment and this.
    store.attempt(() => memory.put(written, clock.nowS()));
    await anotherTurn();
    if (!this.#ended) bus.tell('saved', null);
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
    const { clock, store, memory } = this.parts;
    store.attempt(() => memory.save([...all(this.#small), ...all(this.#heads)], clock.nowS()));
  }

  /** Saves the heads one by one, with a turn of the event loop between them: all at once would delay a sample. */
  async saveHeads(): Promise<void> {
    const { clock, store, memory } = this.parts;
    for (const head of all(this.#heads)) {
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

  /** Null when the store closed meanwhile, which saves everything itself. */
  async #ofOneMoment(): Promise<Written[] | null> {
    for (let tries = 1; tries <= TRIES && !this.#ended; tries += 1) {
      const written = await this.#inSlices();
      if (written !== null && !this.#ended) return written;
    }
    return this.#ended ? null : Array.from(all(this.#small), write);
  }

  async #inSlices(): Promise<Written[] | null> {
    const { clock } = this.parts;
    const slicer = new Slicer(clock, SLICE_MS);
    const begun = this.#changes;
    const written: Written[] = [];
    for (const component of all(this.#small)) {
      written.push(write(component));
      await slicer.breathe();
      if (this.#changes !== begun) return null;
    }
    return written;
  }
}

function* all(learned: readonly Learned[]): Generator<Remembered> {
  for (const one of learned) yield* one.remembered();
}
