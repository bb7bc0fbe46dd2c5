import type { StreamMessage } from '../../../contract/status.ts';
import type { Clock } from './clock.ts';
import { ReopeningStream, type Source } from './reopening-stream.ts';

/** Part of a message of the stream that the page reads. */
export type Message = Pick<StreamMessage, 'telemetry' | 'precipitation' | 'jobs' | 'alarms'>;

/** Browser tab of the page. */
export interface Tab {
  isVisible(): boolean;
  /** A hidden page goes on listening where its reader allowed notifications of alarms. */
  isListening(): boolean;
}

/** After this long without a message from the stream one is fetched: about three samples. */
const POLL_MS = 4000;

/**
 * Live feed: the station's stream, or polling while the station has no stream free or a proxy swallows it. A page that nobody sees closes
 * its stream: a browser has six connections to a station, and tabs are forgotten by the dozen.
 */
export class Feed {
  readonly #stream: ReopeningStream;
  #isOpen = false;
  #isPolling = false;
  #cancelPoll: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    openStream: () => Source | null,
    /** Requests what a message of the stream has; rejects without an answer. */
    private readonly ask: (signal: AbortSignal) => Promise<Message>,
    private readonly tab: Tab,
    private readonly take: (message: Message) => void,
  ) {
    this.#stream = new ReopeningStream(openStream, clock, {
      message: (text) => {
        this.#isPolling = false;
        this.#pollAfter(POLL_MS);
        this.take(JSON.parse(text) as Message);
      },
      refused: () => !this.#isPolling && this.#pollAfter(0),
    });
  }

  /** Opens or closes the stream, as the page is seen. */
  follow(): void {
    const isWanted = this.tab.isVisible() || this.tab.isListening();
    if (isWanted === this.#isOpen) return;
    if (!isWanted) {
      this.leave();
      return;
    }
    this.#isOpen = true;
    this.#stream.start();
    this.#pollAfter(POLL_MS);
  }

  leave(): void {
    this.#isOpen = false;
    this.#isPolling = false;
    this.#stream.stop();
    this.#cancelPoll();
  }

  #pollAfter(ms: number): void {
    this.#cancelPoll();
    const abort = new AbortController();
    const cancel = this.clock.after(ms, () => void this.#poll(abort));
    this.#cancelPoll = () => {
      abort.abort();
      cancel();
    };
  }

  async #poll(abort: AbortController): Promise<void> {
    this.#isPolling = true;
    // A connection may be open and mute for ever.
    const stopWaiting = this.clock.after(3 * POLL_MS, () => this.#pollAfter(0));
    try {
      const message = await this.ask(abort.signal);
      if (!abort.signal.aborted) this.take(message);
    } catch {
      // Not hidden: the age of the data grows, and `status` says in words what is wrong.
    }
    stopWaiting();
    if (!abort.signal.aborted) this.#pollAfter(POLL_MS);
  }
}
