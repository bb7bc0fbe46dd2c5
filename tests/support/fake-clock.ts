import type { Clock } from '../../src/base/clock.ts';

interface Sleeper {
  dueMs: number;
  wake: () => void;
}

/** The day of most tests: 15 June 2025, 15:06:40 UTC. */
export const START_S = 1_750_000_000;

/** Time that passes only when told to. `jumpWallS` moves the wall clock alone, as network time does. */
export class FakeClock implements Clock {
  #steadyMs = 0;
  #wallOffsetS: number;
  #sleepers: Sleeper[] = [];
  constructor(startS = START_S) {
    this.#wallOffsetS = startS;
  }
  nowS = () => this.#wallOffsetS + this.#steadyMs / 1000;
  steadyMs = () => this.#steadyMs;
  sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      const sleeper = { dueMs: this.#steadyMs + Math.max(0, ms), wake: resolve };
      this.#sleepers.push(sleeper);
      signal.addEventListener(
        'abort',
        () => {
          this.#sleepers = this.#sleepers.filter((s) => s !== sleeper);
          resolve();
        },
        { once: true },
      );
    });
  jumpWallS(byS: number): void {
    this.#wallOffsetS += byS;
  }
  /** Sleepers wake in due order; each gets a full turn of the event loop before the next. */
  async advance(byMs: number): Promise<void> {
    const untilMs = this.#steadyMs + byMs;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = this.#sleepers.filter((s) => s.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];
      if (!next) break;
      this.#steadyMs = Math.max(this.#steadyMs, next.dueMs);
      this.#sleepers = this.#sleepers.filter((s) => s !== next);
      next.wake();
    }
    this.#steadyMs = untilMs;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
