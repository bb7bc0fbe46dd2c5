import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { ApiProblem } from './api.ts';
import type { Clock } from './clock.ts';
import { OLD_AFTER_PERIODS } from './freshness.ts';

/** Environment of a resource: its transport and its clocks. */
export interface Surroundings {
  clock: Clock;
  getText(path: string, signal: AbortSignal): Promise<string>;
  /** A hidden page asks for nothing. */
  isVisible(): boolean;
  /** Raised after a silence and at the turn of the station's day: whatever was missed is fetched at once. */
  catchUp: ReadonlySignal<number>;
  /** Steady milliseconds, moved every second. */
  beatMs: ReadonlySignal<number>;
  /** Null until the station has told its clock. */
  stationNowS(): number | null;
}

export interface Making<T> {
  /** Time at which the station made the answer, which may be long before the request. */
  madeS: (value: T) => number | null;
  everyS: number;
}

/** Hook for a resource of this page that lasts as long as its component. */
export const hookOf =
  (make: <T>(path: () => string | null, periodS: number) => Resource<T>) =>
  <T>(path: () => string | null, periodS: number): Resource<T> => {
    const own = useMemo(() => make<T>(path, periodS), []);
    own.use();
    return own;
  };

const AGAIN_AFTER_S = 4;
const GIVE_UP_AFTER_S = 20;

/**
 * Polled API answer, kept fresh while a mounted view uses it. The signal changes only when the text of the answer does, so an unchanged
 * answer repaints nothing. A refusal keeps the last good value and is shown beside it; the value ages until it looks old. When the path
 * changes, the answer to the old one is dim at once, and gone if the new one is refused.
 */
export class Resource<T> {
  readonly value: Signal<T | null> = signal(null);
  readonly problem: Signal<ApiProblem | null> = signal(null);
  /** Seconds since it was made, as far as that is known, else since it was asked for; null before the first answer. */
  readonly ageS: ReadonlySignal<number | null>;
  readonly isOld: ReadonlySignal<boolean>;
  /** The value answers an earlier question. */
  readonly isAnother: ReadonlySignal<boolean>;
  readonly #askedMs = signal<number | null>(null);
  #text = '';
  /** Question that the value answers. */
  readonly #path = signal<string | null>(null);
  #users = 0;
  #cancel: () => void = () => undefined;
  #abort: AbortController | null = null;

  constructor(
    private readonly around: Surroundings,
    /** Null asks nothing. */
    private readonly path: () => string | null,
    private readonly periodS: number,
    making: Making<T> | null = null,
  ) {
    this.ageS = computed(() => {
      const askedMs = this.#askedMs.value;
      if (askedMs === null) return null;
      const askedAgoS = Math.max(0, (around.beatMs.value - askedMs) / 1000);
      const value = this.value.value;
      const madeS = making && value !== null ? making.madeS(value) : null;
      const nowS = around.stationNowS();
      return madeS === null || nowS === null ? askedAgoS : Math.max(askedAgoS, nowS - madeS);
    });
    const oldAfterS = OLD_AFTER_PERIODS * Math.max(periodS, making?.everyS ?? 0);
    this.isAnother = computed(() => this.value.value !== null && this.#path.value !== this.path());
    this.isOld = computed(() => this.isAnother.value || (this.ageS.value ?? 0) > oldAfterS);
  }

  /** A hook: loads now, then every period, and again when the path or `catchUp` changes. */
  use(): T | null {
    useEffect(() => this.join(), []);
    return this.value.value;
  }

  /** Adds a viewer, until the returned function is called. */
  join(): () => void {
    this.#users++;
    // Compared as a text: its parts may change without changing it.
    const path = computed(this.path);
    const stop = effect(() => {
      void path.value;
      void this.around.catchUp.value;
      // Two views that mount together share one request.
      queueMicrotask(() => this.#users > 0 && void this.load());
    });
    return () => {
      stop();
      this.#users--;
      if (this.#users === 0) {
        this.#cancel();
        this.#abort?.abort();
        // Else the next viewer would see the refusal of a start that is over.
        if (this.problem.peek()?.isOfStart) this.problem.value = null;
      }
    };
  }

  #latest: Promise<void> | null = null;
  /** Ends with an answer or a problem; if a newer request overtakes it, with that of the newer one. */
  load(): Promise<void> {
    const mine: Promise<void> = this.#ask().then(() => (this.#latest === mine ? undefined : this.#latest!));
    this.#latest = mine;
    return mine;
  }

  async #ask(): Promise<void> {
    this.#cancel();
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const path = this.path();
    if (path === null) return this.#show(null, '', null);
    const askedMs = this.around.clock.steadyMs();
    let isMute = false;
    // A connection may be open and mute for ever.
    const stopWaiting = this.around.clock.after(GIVE_UP_AFTER_S * 1000, () => {
      isMute = true;
      abort.abort();
    });
    try {
      const text = await this.around.getText(path, abort.signal);
      if (abort.signal.aborted) return;
      if (text !== this.#text) this.#show(path, text, JSON.parse(text) as T);
      this.#path.value = path;
      this.#askedMs.value = askedMs; // how long the answer took is part of its age
      this.problem.value = null;
    } catch (error) {
      if (abort.signal.aborted && !isMute) return;
      if (path !== this.#path.peek()) this.#show(null, '', null);
      this.problem.value = error instanceof ApiProblem ? error : new ApiProblem(0, String(error));
    } finally {
      stopWaiting();
    }
    this.#schedule();
  }

  #show(path: string | null, text: string, value: T | null): void {
    batch(() => {
      this.#text = text;
      this.#path.value = path;
      this.value.value = value;
      if (value === null) this.#askedMs.value = null;
    });
  }

  #schedule(): void {
    if (this.#users === 0) return;
    this.#cancel = this.around.clock.after(this.#waitS() * 1000, () => {
      if (this.around.isVisible()) void this.load();
      else this.#schedule();
    });
  }

  /** Seconds until the next request: a few without a connection or after a 5xx, else the period, also after a 4xx. */
  #waitS(): number {
    const status = this.problem.peek()?.status;
    return status === 0 || (status !== undefined && status >= 500)
      ? Math.min(AGAIN_AFTER_S, this.periodS)
      : this.periodS;
  }
}
