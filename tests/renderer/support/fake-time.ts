import type { Clock } from '../../../src/renderer/kit/data/clock.ts';

/** Time that passes when told to, and timers that ring in order. */
export class FakeTime implements Clock {
  /** Moves away from steady time as a browser's clock does when somebody sets it. */
  wallAheadS = 1.75e9;
  #nowMs = 0;
  #due: Array<{ atMs: number; run: () => void }> = [];

  get nowMs(): number {
    return this.#nowMs;
  }
  nowS(): number {
    return this.wallAheadS + this.#nowMs / 1000;
  }
  steadyMs(): number {
    return this.#nowMs;
  }
  after(ms: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + ms, run };
    this.#due.push(timer);
    return () => {
      this.#due = this.#due.filter((one) => one !== timer);
    };
  }
  pass(ms: number): void {
    const untilMs = this.#nowMs + ms;
    while (this.#ring(untilMs));
    this.#nowMs = untilMs;
  }
  /** The same, with time for promises between the timers. */
  async passes(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    do await settled();
    while (this.#ring(untilMs));
    this.#nowMs = untilMs;
    await settled();
  }
  #ring(untilMs: number): boolean {
    const next = this.#due.filter((one) => one.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
    if (!next) return false;
    this.#nowMs = next.atMs;
    this.#due = this.#due.filter((one) => one !== next);
    next.run();
    return true;
  }
}

/** Every promise that can be settled now is. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
