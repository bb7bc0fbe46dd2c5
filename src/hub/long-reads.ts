import { SerialQueue } from '../base/serial-queue.ts';
import { ApiError } from '../http/api-error.ts';
import { sentence } from '../words/sentence.ts';

/** Years of pairs that are being looked at by eight people at once. */
const MOST_WAITING = 16;

/**
 * A year of a station takes some tens of megabytes while it is read, and the thread for a while: such questions come one after the
 * other, or a handful of pages that are left open would end the hub for the memory they take.
 */
export class LongReads {
  readonly #turns = new SerialQueue();
  #waiting = 0;

  async take<T>(read: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MOST_WAITING) throw new ApiError(503, sentence('fleet-hub.busy'), { afterS: 5 });
    this.#waiting += 1;
    try {
      return await this.#turns.take(read);
    } finally {
      this.#waiting -= 1;
    }
  }
}
