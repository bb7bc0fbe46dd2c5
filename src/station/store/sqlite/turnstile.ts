/** Longer than any transaction of the sampling thread: a word that was never taken back stops nobody for ever. */
const AT_MOST_MS = 100;

/**
 * Two connections write, and SQLite lets them wait for one another blindly. Here the sampling thread says that it wants to write,
 * and whoever works beside it begins nothing new until it has: it waits for the rest of one small transaction at most, and is
 * never starved by a neighbour who writes without a pause. Four shared bytes.
 */
export class Turnstile {
  constructor(readonly shared: Int32Array = new Int32Array(new SharedArrayBuffer(4))) {}

  /** Runs a write of the sampling thread: workers begin none meanwhile. */
  first<T>(work: () => T): T {
    Atomics.add(this.shared, 0, 1);
    try {
      return work();
    } finally {
      if (Atomics.sub(this.shared, 0, 1) === 1) Atomics.notify(this.shared, 0);
    }
  }

  /** Waits, on a worker thread, until the sampling thread has no write; before each of its transactions. */
  giveWay(): void {
    const wanting = Atomics.load(this.shared, 0);
    if (wanting > 0) Atomics.wait(this.shared, 0, wanting, AT_MOST_MS);
  }
}
