import type { Clock } from '../../base/clock.ts';

/** Changes that are made together are taken up together, and their answers leave first. */
const GATHER_MS = 200;
/** Restarts in a minute; further changes wait for its end. */
const STARTS = 6;
const MINUTE_MS = 60_000;

const isOfAccess = (key: string): boolean => key.startsWith('access.');

/**
 * Restart limiter: when to restart for changed settings, at most six times a minute. A starting station neither measures nor answers, so
 * a client that changes settings by the hundred must not keep it starting; all of its changes are in force a minute later.
 */
export class RestartLimiter {
  #begunMs: number[] = [];
  #dueMs = Infinity;
  constructor(private readonly clock: Clock) {}

  /**
   * Time until a restart for these settings is allowed; a further change puts it off no more. A change of access restarts at once: otherwise
   * a client that keeps renaming the station could hold the door open for a minute.
   */
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
