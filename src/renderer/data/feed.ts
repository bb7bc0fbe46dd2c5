import type { Clock } from './clock.ts';
import { type Channel, Leadership } from './leader.ts';
import { ReopeningStream, type Source } from './reopening-stream.ts';

/** The tab the page lives in, and how it speaks with its neighbours. */
export interface Tab {
  id: string;
  isVisible(): boolean;
  openChannel(): Channel;
}

/** After this long without a message from the stream one is fetched: about three samples. */
const POLL_MS = 4000;

/** Live feed: another tab's stream, our own, or polling while the station has no stream free or a proxy swallows it. */
export class Feed {
  #leadership: Leadership | null = null;
  readonly #stream: ReopeningStream;
  #isPolling = false;
  #cancelPoll: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    openStream: () => Source,
    /** A message as the stream would send it, by asking. Rejects when the station cannot say. */
    private readonly ask: (signal: AbortSignal) => Promise<string>,
    private readonly tab: Tab,
    private readonly take: (text: string) => void,
  ) {
    this.#stream = new ReopeningStream(openStream, clock, {
      message: (text) => {
        this.#isPolling = false;
        this.#pollAfter(POLL_MS);
        this.#pass(text);
      },
      refused: () => !this.#isPolling && this.#pollAfter(0),
    });
  }

  join(): void {
    this.#leadership = new Leadership(this.tab.id, this.tab.openChannel(), this.clock, () => this.tab.isVisible(), {
      lead: () => {
        this.#stream.start();
        this.#pollAfter(POLL_MS);
      },
      follow: () => this.#rest(),
      message: this.take,
    });
  }

  leave(): void {
    this.#rest();
    this.#leadership?.close();
    this.#leadership = null;
  }

  /** Reports stale data: perhaps the tab that holds the stream is asleep. */
  complain(): void {
    if (this.tab.isVisible()) this.#leadership?.campaign(true);
  }

  #rest(): void {
    this.#isPolling = false;
    this.#stream.stop();
    this.#cancelPoll();
  }

  #pass(text: string): void {
    this.take(text);
    this.#leadership?.share(text);
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
      const text = await this.ask(abort.signal);
      if (!abort.signal.aborted) this.#pass(text);
    } catch {
      // Not hidden: the age of the data grows, and `status` says in words what is wrong.
    }
    stopWaiting();
    if (!abort.signal.aborted) this.#pollAfter(POLL_MS);
  }
}
