import type { Clock } from '../../base/clock.ts';
import type { HeavyHandle } from '../../base/heavy-handle.ts';
import type { Job } from '../../contract/status.ts';
import { refused, sentence } from '../../words/sentence.ts';
import type { Refusal } from '../api.ts';

/**
 * Long work beside the sampling: one at a time, in the order it was asked for, each name at most once, seen while it waits and
 * while it runs. The end of the station ends what runs and lets go what waits.
 */
export class Jobs {
  readonly #turns = new Map<string, { job: Job; done: Promise<unknown> }>();
  readonly #stop = new AbortController();

  /** `mayRun`: whether there is a database for this job to work on. */
  constructor(
    private readonly clock: Clock,
    private readonly mayRun: (name: string) => boolean = () => true,
  ) {}

  /** The running job, then the waiting ones, which have no progress yet. */
  list(): Job[] {
    return [...this.#turns.values()].map(({ job }) => ({ ...job }));
  }

  /** Refuses a second run of a name that runs or waits. `started_ts` is when it was asked for, then when it began. */
  async run<T>(name: string, work: (handle: HeavyHandle) => Promise<T>): Promise<T | Refusal> {
    if (this.#turns.has(name)) return refused(sentence('refusal.running', { job: name }));
    if (this.#stop.signal.aborted) return refused(sentence('refusal.job-stopping', { job: name }));
    if (!this.mayRun(name)) return refused(sentence('refusal.job-no-database', { job: name }));
    const job: Job = { job: name, progress: 0, started_ts: this.clock.nowS() };
    const before = [...this.#turns.values()].map(({ done }) => done);
    const done = this.#inTurn(job, before, work);
    this.#turns.set(name, { job, done });
    try {
      return await done;
    } catch (error) {
      if (this.#stop.signal.aborted) return refused(sentence('refusal.job-stopped', { job: name }));
      throw error;
    } finally {
      this.#turns.delete(name);
    }
  }

  async #inTurn<T>(
    job: Job,
    before: readonly Promise<unknown>[],
    work: (handle: HeavyHandle) => Promise<T>,
  ): Promise<T> {
    if (before.length > 0) await Promise.allSettled(before);
    this.#stop.signal.throwIfAborted();
    job.started_ts = this.clock.nowS();
    return work({
      signal: this.#stop.signal,
      progress: (share) => {
        job.progress = Math.min(1, Math.max(0, share));
      },
    });
  }

  /** Asks all to end at their next slice and waits until they have. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled([...this.#turns.values()].map(({ done }) => done));
  }
}
