import type { Clock } from '../../base/clock.ts';
import type { HeavyHandle } from '../../base/heavy-handle.ts';
import { openWorkerStore, type WorkerStore, type WorkerStorePlan } from '../store/worker-store.ts';

export interface HeavyContext extends HeavyHandle {
  readonly clock: Clock;
  readonly plan: WorkerStorePlan;
  /** The tables, over this job's own connection: opened when first asked for, closed with the job. */
  readonly store: WorkerStore;
}

export type HeavyJob<I, O> = (context: HeavyContext, input: I) => Promise<O> | O;

/** Runs one job and closes what it opened, however it ends. */
export async function inContext<T>(
  plan: WorkerStorePlan,
  clock: Clock,
  handle: HeavyHandle,
  work: (context: HeavyContext) => Promise<T> | T,
): Promise<T> {
  let store: WorkerStore | null = null;
  try {
    return await work({
      ...handle,
      clock,
      plan,
      get store() {
        store ??= openWorkerStore(plan, clock);
        return store;
      },
    });
  } finally {
    (store as WorkerStore | null)?.close();
  }
}
