import { getPriority, setPriority } from 'node:os';

/** Span of CPU measurements: the kernel counts a thread's time in ticks of four milliseconds. */
const LOOKED_AT_MS = 20;
/** Share of CPU time below which this thread counts as held up by others. */
const LATE_SHARE = 0.5;
const REST_AT_MOST_MS = 40;
/** Nice value of heavy jobs: on a shared core the sampling thread comes first. */
const NICENESS = 10;

export interface Time {
  wallMs: number;
  /** CPU time of this thread. */
  ownMs: number;
}

/**
 * A heavy thread that is kept waiting by the machine keeps others waiting, too: on one slow core, or where the whole process is held to a
 * share of one, what it computes is taken from the samples. So it rests about as long as it was kept waiting, and on a machine with
 * time to spare never.
 */
export class Courtesy {
  #since: Time;

  constructor(now: Time) {
    this.#since = now;
  }

  /** Rest due now, ms. */
  rest(now: Time): number {
    const wallMs = now.wallMs - this.#since.wallMs;
    if (wallMs < LOOKED_AT_MS) return 0;
    const ownMs = now.ownMs - this.#since.ownMs;
    this.#since = now;
    return ownMs < LATE_SHARE * wallMs ? Math.min(wallMs - ownMs, REST_AT_MOST_MS) : 0;
  }

  /** Notes a rest, whose delay is not counted as load. */
  rested(now: Time): void {
    this.#since = now;
  }
}

/** Throttles this thread until it ends, by a check in every turn of its event loop. */
export function beCourteous(): void {
  // 0 is this thread on Linux, and the whole process elsewhere. A higher nice value stays: only root may lower it.
  if (process.platform === 'linux' && getPriority(0) < NICENESS) setPriority(0, NICENESS);
  const threadCpuUsage = (process as { threadCpuUsage?: () => NodeJS.CpuUsage }).threadCpuUsage?.bind(process);
  if (!threadCpuUsage) return; // Electron's Node may be older than ours, and @types/node does not know it yet
  const now = (): Time => {
    const { user, system } = threadCpuUsage();
    return { wallMs: performance.now(), ownMs: (user + system) / 1000 };
  };
  const courtesy = new Courtesy(now());
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  const look = () => {
    const ms = courtesy.rest(now());
    if (ms === 0) return;
    Atomics.wait(nobody, 0, 0, ms);
    courtesy.rested(now());
  };
  setInterval(look, 1).unref();
}
