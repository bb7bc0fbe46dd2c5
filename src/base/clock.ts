/** Wall time stamps, steady time measures: a board without a battery clock jumps by hours when network time arrives. */
export interface Clock {
  /** Wall clock, epoch seconds. May jump. */
  nowS(): number;
  /** Monotonic milliseconds since an arbitrary origin. Never jumps. */
  steadyMs(): number;
  /** Names the start of the machine that steady time counts from; '' or absent where nobody knows. */
  readonly boot?: string;
  /** Whether network time has set the wall clock; null or absent if unknown. */
  synchronised?(): boolean | null;
  /** CPU time of this thread, ms, without other processes on the same cores. Absent where unknown. */
  computedMs?(): number;
  /** Time that the machine was suspended since its start, ms. Steady time does not count it. */
  asleepMs?(): number;
  /** Resolves after `ms` of steady time, or at once when `signal` aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Time since the machine started, ms, a suspended machine's included: no clock that is set can reach it. */
export const sinceBootMs = (clock: Clock): number => clock.steadyMs() + (clock.asleepMs?.() ?? 0);

/** Signal that never aborts, for work that nobody ends early. Shared by all, so a listener would stay on it for ever. */
export const never: AbortSignal = new AbortController().signal;

/**
 * Runs `work` about every `periodMs` until `signal`. Turns never overlap, a late turn is not made up for, and `work` answers
 * for its own errors.
 */
export async function every(
  periodMs: number,
  clock: Clock,
  signal: AbortSignal,
  work: () => unknown,
  firstDelayMs = 0,
): Promise<void> {
  if (firstDelayMs > 0) await clock.sleep(firstDelayMs, signal);
  for (let dueMs = clock.steadyMs(); !signal.aborted; ) {
    await work();
    dueMs = Math.max(dueMs + periodMs, clock.steadyMs());
    await clock.sleep(dueMs - clock.steadyMs(), signal);
  }
}

export interface Polling {
  clock: Clock;
  everyMs: number;
  forMs?: number;
  signal: AbortSignal;
}

/** Polls until `done`; false once its time or `signal` has ended it. */
export async function until(done: () => boolean, { clock, everyMs, forMs, signal }: Polling): Promise<boolean> {
  for (const startMs = clock.steadyMs(); !done(); await clock.sleep(everyMs, signal)) {
    if (signal.aborted || clock.steadyMs() - startMs >= (forMs ?? Number.POSITIVE_INFINITY)) return false;
  }
  return true;
}

/** Result of `work`, or undefined after `ms`: work that hangs is left behind, and an error in time is thrown. */
export async function atMost<T>(ms: number, clock: Clock, work: Promise<T>): Promise<T | undefined> {
  const done = new AbortController();
  try {
    return await Promise.race([work, clock.sleep(ms, done.signal).then(() => undefined)]);
  } finally {
    done.abort();
  }
}

/** Resolves when the signal aborts, or at once when it has. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Result of `work`, or null when the signal aborts first. It may be months away, so nothing stays attached to it. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | null> {
  const over = new AbortController();
  try {
    return await Promise.race([work, aborted(AbortSignal.any([signal, over.signal])).then(() => null)]);
  } finally {
    over.abort();
  }
}

/**
 * Resolves after one full turn of the event loop, so that timers and sockets run. Not for callbacks of a socket or a thread: a
 * `setImmediate` made there runs right behind them, before anything else.
 */
export const anotherTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Lets the event loop serve others when a slice of `budgetMs` has been used up. Long jobs call it between small batches, so
 * that sampling, which shares their thread, is never late.
 */
export class Slicer {
  #startedMs: number;
  constructor(
    private readonly clock: Clock,
    private readonly budgetMs = 8,
  ) {
    this.#startedMs = clock.steadyMs();
  }
  get due(): boolean {
    return this.clock.steadyMs() - this.#startedMs >= this.budgetMs;
  }
  async breathe(): Promise<void> {
    if (!this.due) return;
    await anotherTurn();
    this.#startedMs = this.clock.steadyMs();
  }
}
