import { syncBuiltinESMExports } from 'node:module';
import type { TimerOptions } from 'node:timers';
import timers from 'node:timers/promises';

interface Sleeper {
  endMs: number;
  wake(): void;
}
const sleepers = new Set<Sleeper>();

/** Every wait of the program by `timers/promises`, from the moment this file is loaded, can be cut short. */
const real = timers.setTimeout;
timers.setTimeout = async <T>(ms?: number, value?: T, options: TimerOptions = {}): Promise<T> => {
  const early = Promise.withResolvers<void>();
  const sleeper: Sleeper = { endMs: performance.now() + (ms ?? 0), wake: early.resolve }; // now: of a wait what is left
  const over = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, over.signal]) : over.signal;
  sleepers.add(sleeper);
  try {
    await Promise.race([real(ms, undefined, { ...options, signal }), early.promise]);
    return value as T;
  } finally {
    sleepers.delete(sleeper);
    over.abort();
  }
};
syncBuiltinESMExports();

/** Wakes those that would wake within so many milliseconds. What they wait for next is a wait of its own. */
export function wakeSleepers(withinMs: number): void {
  const untilMs = performance.now() + withinMs; // now: as above
  for (const { endMs, wake } of [...sleepers]) if (endMs <= untilMs) wake();
}
