import type { Clock } from '../../base/clock.ts';

/** Changes that are made together are taken up together, and their answers leave first. */
const GATHER_MS = 200;
/** Restarts in a minute; further changes wait for its end. */
const STARTS = 6;
const MINUTE_MS = 60_000;

const isOfAccess = (key: string): boolean => key.startsWith('access.');

/** Restart limiter: six in a minute at most, as a starting station neither measures nor answers, however much a client changes. */
export class RestartLimiter {
  #begunMs: number[] = [];
  #dueMs = Infinity;
  constructor(private readonly clock: Clock) {}

  /** Time until a restart, which a further change puts off no more. Access is at once: renaming the station must not hold the door open. */
  waitMs(changed: readonly string[]): number {
    const nowMs = this.clock.steadyMs();
    this.#dueMs = Math.min(this.#dueMs, nowMs + (changed.some(isOfAccess) ? GATHER_MS : this.#limitMs(nowMs)));
    return Math.max(0, this.#dueMs - nowMs);
  }

  #limitMs(nowMs: number): number {
    this.#begunMs = this.#begunMs.filter((beganMs) => nowMs - beganMs < MINUTE_MS);
    const oldestMs = this.#begunMs[0];
    if (oldestMs === undefined || this.#begunMs.length < STARTS) return GATHER_MS;
    return Math.max(GATHER_MS, oldestMs + MINUTE_MS - nowMs);
  }

  begun(): void {
    this.#dueMs = Infinity;
    this.#begunMs.push(this.clock.steadyMs());
  }
}
