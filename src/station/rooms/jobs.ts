import type { Job } from '../../contract/status.ts';
import type { Refusal } from '../api.ts';
import type { Clock } from '../clock.ts';

export interface JobHandle {
  readonly signal: AbortSignal;
  /** 0..1; shown in the status and on the stream. */
  progress(share: number): void;
}

/** Long work beside the sampling: each name runs once at a time, is seen while it runs, and ends with the station. */
export class Jobs {
  readonly #running = new Map<string, { job: Job; done: Promise<unknown> }>();
  readonly #stop = new AbortController();

  constructor(private readonly clock: Clock) {}

  list(): Job[] {
    return [...this.#running.values()].map(({ job }) => ({ ...job }));
  }

  isRunning(name: string): boolean {
    return this.#running.has(name);
  }

  /** Refuses a second run of the same name. */
  async run<T>(name: string, work: (handle: JobHandle) => Promise<T>): Promise<T | Refusal> {
    if (this.#running.has(name)) return { error: `${name} is already running` };
    if (this.#stop.signal.aborted) return { error: `${name} cannot start: the station is stopping` };
    const job: Job = { job: name, progress: 0, started_ts: this.clock.nowS() };
    const done = work({
      signal: this.#stop.signal,
      progress: (share) => {
        job.progress = Math.min(1, Math.max(0, share));
      },
    });
    this.#running.set(name, { job, done });
    try {
      return await done;
    } finally {
      this.#running.delete(name);
    }
  }

  /** Asks all to end at their next slice and waits until they have. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled([...this.#running.values()].map(({ done }) => done));
  }
}
