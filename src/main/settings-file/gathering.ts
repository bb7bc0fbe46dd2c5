import type { Clock } from '../../station/clock.ts';

/** Changes that are made together are taken up together, and their answers leave first. */
const GATHER_MS = 200;
/** So often in a minute, and then at the end of it. */
const STARTS = 6;
const MINUTE_MS = 60_000;

/**
 * When to begin again for changed settings. While a station begins nothing is measured and nobody is answered: whoever changes settings
 * by the hundred must not keep it from both, and has all of them a minute later.
 */
export class Gathering {
  #begunMs: number[] = [];
  constructor(private readonly clock: Clock) {}

  waitMs(): number {
    const nowMs = this.clock.steadyMs();
    this.#begunMs = this.#begunMs.filter((beganMs) => nowMs - beganMs < MINUTE_MS);
    const oldestMs = this.#begunMs[0];
    if (oldestMs === undefined || this.#begunMs.length < STARTS) return GATHER_MS;
    return Math.max(GATHER_MS, oldestMs + MINUTE_MS - nowMs);
  }

  begun(): void {
    this.#begunMs.push(this.clock.steadyMs());
  }
}
