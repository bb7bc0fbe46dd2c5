import type { Store } from '../store/store.ts';
import type { Segment } from './clock/steps.ts';

/** The segment that samples are stamped by, where the disk did not take it yet. Nothing of it is on the disk before it is. */
export class OwedSegment {
  readonly #store: Store;
  #owed: Segment | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  get settled(): boolean {
    return this.#owed === null;
  }

  async begin(segment: Segment): Promise<void> {
    this.#owed = segment;
    await this.settle();
  }

  async note(segment: Segment): Promise<void> {
    if (this.#owed) this.#owed = segment;
    else await this.#store.attemptSlowly(() => this.#store.clock.note(segment));
  }

  async confirm(): Promise<void> {
    if (this.#owed) this.#owed.confirmed = true;
    else await this.#store.attemptSlowly(() => this.#store.clock.confirm());
  }

  async settle(): Promise<void> {
    const owed = this.#owed;
    if (owed && (await this.#store.attemptSlowly(() => this.#store.clock.begin(owed)))) this.#owed = null;
  }
}
