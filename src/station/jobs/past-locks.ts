import type { Clock } from '../../base/clock.ts';
import type { HeavyHandle } from '../../base/heavy-handle.ts';
import { whenFree } from '../store/sqlite/when-free.ts';
import type { Heavy } from './heavy.ts';
import type { HeavyName, InputOf } from './works.ts';

/** Pause before the next try, which is a thread of its own. */
const AGAIN_AFTER_MS = 10_000;

/** Heavy jobs that another program's lock does not end: each goes on where its note says, or does the same again. */
export const pastLocks = (heavy: Heavy, clock: Clock): Heavy => ({
  run: <N extends HeavyName>(name: N, input: InputOf<N>, handle: HeavyHandle) =>
    whenFree(() => heavy.run(name, input, handle), { clock, everyMs: AGAIN_AFTER_MS, signal: handle.signal }),
});
