/** Serial queue: work runs in the order in which it came, one piece at a time. The failure of one is told to its caller, and stops no other. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {}); // the caller is told by `turn`; the next one only waits for its end
    return turn;
  }
}

/** Serial queue per key: work for one name does not wait for work for another. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(name) === turn) this.#last.delete(name);
    }
  }
}
