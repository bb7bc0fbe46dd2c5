import type { HeavyHandle } from './handle.ts';
import type { HeavyName, InputOf, OutputOf } from './jobs.ts';

/**
 * Where work goes that would keep the samples waiting: away from their thread, with a connection of its own. What goes in and what
 * comes out is plain data. Rejects with what the job threw, and when the signal ended it.
 */
export interface Heavy {
  run<N extends HeavyName>(name: N, input: InputOf<N>, handle: HeavyHandle): Promise<OutputOf<N>>;
}
