import { SerialQueue } from '../base/serial-queue.ts';
import { ApiError } from '../http/api-error.ts';
import { sentence } from '../words/sentence.ts';

/** Reads that may wait: of eight people who compare two stations each. */
const MOST_WAITING = 16;

/**
 * Serial queue of long reads. A year of a station takes some tens of megabytes while it is read, so a handful at once could exhaust
 * the hub's memory.
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
