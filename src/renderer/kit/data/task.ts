import { type Signal, useSignal } from '@preact/signals';
import { GivenUp } from './api.ts';

export interface Task<T> {
  busy: Signal<boolean>;
  result: Signal<T | null>;
  problem: Signal<string | null>;
  run(work: () => Promise<T>): Promise<void>;
}

/** Hook for one action of the reader: running, done, or refused with a reason. */
export function useTask<T>(): Task<T> {
  const busy = useSignal(false);
  const result = useSignal<T | null>(null);
  const problem = useSignal<string | null>(null);
  return {
    busy,
    result,
    problem,
    async run(work) {
      if (busy.peek()) return;
      busy.value = true;
      problem.value = null;
      try {
        result.value = await work();
      } catch (error) {
        if (error instanceof GivenUp) return;
        problem.value = error instanceof Error ? error.message : String(error);
      } finally {
        busy.value = false;
      }
    },
  };
}
