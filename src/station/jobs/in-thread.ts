import type { Clock } from '../../base/clock.ts';
import type { HeavyHandle } from '../../base/heavy-handle.ts';
import type { WorkerStorePlan } from '../store/worker-store.ts';
import { inContext } from './context.ts';
import type { Heavy } from './heavy.ts';
import { type HeavyName, heavyJob, type InputOf, type OutputOf } from './works.ts';

/**
 * Runs heavy jobs without a thread, for tests and for commands that do not sample. Input and output are cloned and the connection is its
 * own, so that values that no thread could pass do not pass here either.
 */
export class InThread implements Heavy {
  constructor(
    private readonly plan: WorkerStorePlan,
    private readonly clock: Clock,
  ) {}

  async run<N extends HeavyName>(name: N, input: InputOf<N>, handle: HeavyHandle): Promise<OutputOf<N>> {
    const given = structuredClone(input);
    const made = await inContext(this.plan, this.clock, handle, (context) => heavyJob(name)(context, given));
    handle.signal.throwIfAborted();
    return structuredClone(made) as OutputOf<N>;
  }
}
