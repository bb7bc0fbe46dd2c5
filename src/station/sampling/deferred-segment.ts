import type { Store } from '../store/store.ts';
import type { Segment } from './clock/steps.ts';

/** The segment that samples are stamped by, where the disk did not take it yet. Nothing of it is on the disk before it is. */
export class DeferredSegment {
  #deferred: Segment | null = null;

  constructor(private readonly store: Store) {
    store.waitFor(() => !this.settled);
  }

  get settled(): boolean {
    return this.#deferred === null;
  }

  async begin(segment: Segment): Promise<void> {
    this.#deferred = segment;
    await this.settle();
  }

  async note(segment: Segment): Promise<void> {
    if (this.#deferred) this.#deferred = segment;
    else await this.store.attemptNow(() => this.store.clock.note(segment));
  }

  confirm(): void {
    if (this.#deferred) this.#deferred.confirmed = true;
    else this.store.owe(() => this.store.clock.confirm());
  }

  async settle(): Promise<void> {
    const deferred = this.#deferred;
    if (deferred === null || !this.store.flush()) return; // what is owed is of the segment before
    if (await this.store.attemptNow(() => this.store.clock.begin(deferred))) this.#deferred = null;
  }
}
