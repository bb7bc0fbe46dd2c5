export interface Stall {
  /** Longest time in which the thread served nobody. On a crowded machine most of it is waiting for a processor. */
  wallMs: number;
  /** Longest work without a break: the processor time of one such stretch. */
  workMs: number;
}

/** Looks at the main thread every millisecond from the first time it is asked. */
export class StallMeter {
  #watching = false;
  #stall: Stall = { wallMs: 0, workMs: 0 };

  take(): Stall {
    const stall = this.#stall;
    this.#stall = { wallMs: 0, workMs: 0 };
    if (!this.#watching) this.#watch();
    this.#watching = true;
    return stall;
  }

  #watch(): void {
    const workedMs = () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    };
    let lastMs = performance.now(); // now: stalls of a real event loop are what is measured
    let lastWorkMs = workedMs();
    setInterval(() => {
      const nowMs = performance.now(); // now: stalls of a real event loop are what is measured
      const nowWorkMs = workedMs();
      const wallMs = nowMs - lastMs - 1;
      this.#stall.wallMs = Math.max(this.#stall.wallMs, wallMs);
      this.#stall.workMs = Math.max(this.#stall.workMs, Math.min(wallMs, nowWorkMs - lastWorkMs));
      lastMs = nowMs;
      lastWorkMs = nowWorkMs;
    }, 1).unref();
  }
}
