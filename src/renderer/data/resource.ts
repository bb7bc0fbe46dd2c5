import { effect, type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiProblem, getText } from './api.ts';

/** Raised by the stream after a silence: whatever was missed is fetched at once. */
export const catchUp = signal(0);

/**
 * One answer of the API, kept fresh while a mounted view uses it. The signal changes only when the text of the answer
 * does, so an unchanged answer repaints nothing. A refusal keeps the last good value and is told beside it.
 */
export class Resource<T> {
  readonly value: Signal<T | null> = signal(null);
  readonly problem: Signal<ApiProblem | null> = signal(null);
  #text = '';
  #path = '';
  #users = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort: AbortController | null = null;

  constructor(
    private readonly path: () => string,
    private readonly periodS: number,
  ) {}

  /** A hook: loads now, then every period, and again when the path or `catchUp` changes. */
  use(): T | null {
    useEffect(() => this.#join(), []);
    return this.value.value;
  }

  async load(): Promise<void> {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const path = this.path();
    try {
      const text = await getText(path, abort.signal);
      if (abort.signal.aborted) return;
      if (text !== this.#text || path !== this.#path) {
        this.#text = text;
        this.#path = path;
        this.value.value = JSON.parse(text) as T;
      }
      this.problem.value = null;
    } catch (error) {
      if (abort.signal.aborted) return;
      this.problem.value = error instanceof ApiProblem ? error : new ApiProblem(0, String(error));
    }
    this.#schedule();
  }

  #join(): () => void {
    this.#users++;
    const stop = effect(() => {
      this.path();
      void catchUp.value;
      // Two views that mount together share one request.
      queueMicrotask(() => this.#users > 0 && void this.load());
    });
    return () => {
      stop();
      this.#users--;
      if (this.#users === 0) {
        clearTimeout(this.#timer);
        this.#abort?.abort();
      }
    };
  }

  #schedule(): void {
    if (this.#users === 0) return;
    // A starting station (503) or a refused connection is asked again soon.
    const waitS = this.problem.value && this.problem.value.status !== 422 ? 4 : this.periodS;
    this.#timer = setTimeout(() => {
      if (document.hidden) this.#schedule();
      else void this.load();
    }, waitS * 1000);
  }
}
