import type { Clock } from '../clock.ts';
import { Desk, type DeskPlan } from '../store/desk.ts';
import type { HeavyHandle } from './handle.ts';

/** What a heavy job works with. */
export interface HeavyContext extends HeavyHandle {
  readonly clock: Clock;
  readonly plan: DeskPlan;
  /** The tables, over this job's own connection: opened when first asked for, closed with the job. */
  readonly desk: Desk;
}

export type HeavyJob<I, O> = (context: HeavyContext, input: I) => Promise<O> | O;

/** Runs one job and closes what it opened, however it ends. */
export async function inContext<T>(
  plan: DeskPlan,
  clock: Clock,
  handle: HeavyHandle,
  work: (context: HeavyContext) => Promise<T> | T,
): Promise<T> {
  let desk: Desk | null = null;
  try {
    return await work({
      ...handle,
      clock,
      plan,
      get desk() {
        desk ??= new Desk(plan, clock);
        return desk;
      },
    });
  } finally {
    (desk as Desk | null)?.close();
  }
}
