import { type ReadonlySignal, type Signal, signal, useSignal, useSignalEffect } from '@preact/signals';
import { ApiProblem, createApi } from '../data/api.ts';

/** The page of a fleet only reads: nobody is asked for a PIN. */
const api = createApi(
  globalThis.fetch.bind(globalThis),
  async () => null,
  () => '',
);

export interface Asked<T> {
  value: Signal<T | null>;
  problem: Signal<ApiProblem | null>;
}

const AGAIN_AFTER_S = 5;

/** Polls an answer while the page is in sight; null polls nothing. The last good answer stays. */
function follow<T>(path: string | null, everyS: number, { value, problem }: Asked<T>): () => void {
  if (path === null) return () => undefined;
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (): Promise<void> => {
    clearTimeout(timer);
    try {
      value.value = await api.getJson<T>(path, stopped.signal);
      problem.value = null;
    } catch (error) {
      if (stopped.signal.aborted) return;
      problem.value = error instanceof ApiProblem ? error : new ApiProblem(0, String(error));
    }
    if (!stopped.signal.aborted) timer = setTimeout(look, (problem.value ? AGAIN_AFTER_S : everyS) * 1000);
  };
  const look = (): void => {
    if (document.visibilityState === 'visible') void ask();
    else document.addEventListener('visibilitychange', look, { once: true });
  };
  void ask();
  return () => {
    stopped.abort();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** Polled answer for the life of the page. */
export function asked<T>(path: string, everyS: number): Asked<T> & { begin(): void } {
  const answer: Asked<T> = { value: signal(null), problem: signal(null) };
  return { ...answer, begin: () => void follow(path, everyS, answer) };
}

/** Polled answer for the life of a view. Another path drops the previous answer. */
export function useAsked<T>(path: ReadonlySignal<string | null>, everyS: number): Asked<T> {
  const value = useSignal<T | null>(null);
  const problem = useSignal<ApiProblem | null>(null);
  useSignalEffect(() => {
    const now = path.value;
    value.value = null;
    problem.value = null;
    return follow(now, everyS, { value, problem });
  });
  return { value, problem };
}
