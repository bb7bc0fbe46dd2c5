import type { HeavyHandle } from '../../base/heavy-handle.ts';
import type { HeavyName, InputOf, OutputOf } from './works.ts';

/**
 * Worker thread with a connection of its own, for work that would delay the samples. Input and output are plain data. Rejects with the
 * job's error, or when the signal ended it.
 */
export interface Heavy {
  run<N extends HeavyName>(name: N, input: InputOf<N>, handle: HeavyHandle): Promise<OutputOf<N>>;
}
