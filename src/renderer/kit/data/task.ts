import { useSignal } from '@preact/signals';
import { GivenUp } from './api.ts';

/** Hook for one action of the reader: running, done, or refused with a reason. */
export function useTask<T>() {
  const busy = useSignal(false);
  const result = useSignal<T | null>(null);
  const problem = useSignal<string | null>(null);
  return {
    busy,
    result,
    problem,
    async run(work: () => Promise<T>): Promise<void> {
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
