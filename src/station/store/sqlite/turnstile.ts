/** Longest wait, longer than any transaction of the sampling thread: a wish that was never taken back must stop no job for ever. */
const AT_MOST_MS = 100;

/**
 * Priority of the sampling thread's writes over those of heavy jobs, in four shared bytes. SQLite lets two writers wait for one another
 * blindly. Here the sampling thread notes that it wants to write, and a job begins no transaction until it has: the sampling thread waits for
 * the rest of one small transaction at most, and a job that writes without a pause never starves it.
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
