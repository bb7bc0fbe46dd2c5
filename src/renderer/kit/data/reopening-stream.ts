import type { Clock } from './clock.ts';

/** The part of an EventSource that is used, so that a test can play the server. */
export type Source = Pick<EventSource, 'onmessage' | 'onerror' | 'readyState' | 'close'>;

interface StreamEvents {
  message(text: string): void;
  /** The station answered with something that is no stream: it has as many as it allows, or is starting. */
  refused(): void;
}

const CLOSED = 2;
const SILENCE_MS = 15_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;

/**
 * Self-healing event stream. An EventSource recovers from many faults, but not from an open, silent connection or an answer other than 200:
 * both are closed and reopened after 1, 2, 4 … 15 s.
 */
export class ReopeningStream {
  #source: Source | null = null;
  #waitMs = FIRST_WAIT_MS;
  #cancel: () => void = () => undefined;

  constructor(
    /** Null while it would be refused. */
    private readonly open: () => Source | null,
    private readonly timers: Pick<Clock, 'after'>,
    private readonly events: StreamEvents,
  ) {}

  start(): void {
    this.stop();
    const source = this.open();
    this.#source = source;
    if (!source) {
      this.#cancel = this.timers.after(FIRST_WAIT_MS, () => this.start());
      return;
    }
    source.onmessage = ({ data }) => {
      this.#waitMs = FIRST_WAIT_MS;
      this.#expect();
      this.events.message(data);
    };
    source.onerror = () => {
      if (source.readyState !== CLOSED) return;
      this.events.refused();
      this.#again();
    };
    this.#expect();
  }

  stop(): void {
    this.#cancel();
    this.#source?.close();
    this.#source = null;
  }

  #expect(): void {
    this.#cancel();
    this.#cancel = this.timers.after(SILENCE_MS, () => this.#again());
  }

  #again(): void {
    this.stop();
    this.#cancel = this.timers.after(this.#waitMs, () => this.start());
    this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
  }
}
