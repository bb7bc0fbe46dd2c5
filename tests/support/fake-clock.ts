import type { Clock } from '../../src/base/clock.ts';

interface Sleeper {
  dueMs: number;
  wake: () => void;
}

/** The day of most tests: 15 June 2025, 15:06:40 UTC. */
export const START_S = 1_750_000_000;

/** Requests to files that a thread of Node works at: whoever waits for one has not come to its next sleep yet. */
const areFilesAtWork = () =>
  process.getActiveResourcesInfo().some((name) => /^(FSReq|CloseReq|GetAddrInfoReq)/.test(name));

/** One full turn of the event loop, and as many more as the files take: a slow disk must cost turns, never hours of the fake day. */
async function turn(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (areFilesAtWork());
}

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
  /** Sleepers wake in due order; each gets a full turn of the event loop, and the time its files take, before the next. */
  async advance(byMs: number): Promise<void> {
    const untilMs = this.#steadyMs + byMs;
    for (;;) {
      await turn();
      const next = this.#sleepers.filter((s) => s.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];
      if (!next) break;
      this.#steadyMs = Math.max(this.#steadyMs, next.dueMs);
      this.#sleepers = this.#sleepers.filter((s) => s !== next);
      next.wake();
    }
    this.#steadyMs = untilMs;
    await turn();
  }
}
