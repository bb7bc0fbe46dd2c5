import type { Clock } from '../../station/clock.ts';

/** Changes that are made together are taken up together, and their answers leave first. */
const GATHER_MS = 200;
/** So often in a minute, and then at the end of it. */
const STARTS = 6;
const MINUTE_MS = 60_000;

const isOfAccess = (key: string): boolean => key.startsWith('access.');

/**
 * When to begin again for changed settings. While a station begins nothing is measured and nobody is answered: whoever changes settings
 * by the hundred must not keep it from both, and has all of them a minute later.
 */
export class Gathering {
  #begunMs: number[] = [];
  constructor(private readonly clock: Clock) {}

  /**
   * Until it is time to begin. `woken` gives a signal for the next change: who may come in and change things waits for nobody, or
   * whoever changes a name without end would hold the door open for a minute.
   */
  async wait(changed: readonly string[], woken: () => AbortSignal, signal: AbortSignal): Promise<void> {
    let dueMs = Infinity;
    const untilDueMs = () => {
      const nowMs = this.clock.steadyMs();
      dueMs = Math.min(dueMs, nowMs + (changed.some(isOfAccess) ? GATHER_MS : this.#waitMs()));
      return dueMs - nowMs;
    };
    for (let leftMs = untilDueMs(); leftMs > 0 && !signal.aborted; leftMs = untilDueMs())
      await this.clock.sleep(leftMs, AbortSignal.any([signal, woken()]));
  }

  #waitMs(): number {
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
