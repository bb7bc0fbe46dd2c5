import type { Timers } from './clock.ts';

/**
 * SSE leader election between tabs: over a BroadcastChannel they agree which of them holds the stream and passes every message on. Web
 * Locks would be shorter, but browsers offer them to secure pages only, and this page is plain HTTP on the home network. A tab asks
 * `hello`; a leader answers `lead`. Silence means there is none, and the tab leads. Two leaders compare ranks (a visible tab before a
 * hidden one, since hidden tabs are throttled or frozen; then the smaller id) and the lower steps down.
 */
export type Note =
  | { kind: 'hello'; id: string }
  | { kind: 'lead'; id: string; visible: boolean }
  | { kind: 'resign'; id: string }
  | { kind: 'message'; id: string; visible: boolean; text: string };

export interface Channel {
  post(note: Note): void;
  listen(hear: (note: Note) => void): void;
  close(): void;
}

const ANSWER_WITHIN_MS = 250;
const HEARTBEAT_MS = 2000;
const SILENCE_MS = 6000;

export interface LeaderEvents {
  lead(): void;
  follow(): void;
  message(text: string): void;
}

export class Leadership {
  #leading = false;
  #closed = false;
  #overHidden = false;
  #cancel: () => void = () => undefined;

  constructor(
    readonly id: string,
    private readonly channel: Channel,
    private readonly timers: Timers,
    private readonly isVisible: () => boolean,
    private readonly events: LeaderEvents,
  ) {
    channel.listen((note) => this.#hear(note));
    this.campaign();
  }

  get leading(): boolean {
    return this.#leading;
  }

  /**
   * Asks who leads; silence means this tab does. A visible tab with stale data asks with `overHidden`, and then the answer of a hidden
   * leader does not count.
   */
  campaign(overHidden = false): void {
    if (this.#leading || this.#closed) return;
    this.#overHidden = overHidden;
    this.#next(ANSWER_WITHIN_MS, () => this.#lead());
    this.channel.post({ kind: 'hello', id: this.id });
  }

  /** The leader's stream brought something: everybody gets it, and it doubles as a heartbeat. */
  share(text: string): void {
    if (!this.#leading) return;
    this.channel.post({ kind: 'message', id: this.id, visible: this.isVisible(), text });
    this.#next(HEARTBEAT_MS, () => this.#beat());
  }

  close(): void {
    this.#closed = true;
    this.#cancel();
    if (this.#leading) this.channel.post({ kind: 'resign', id: this.id });
    this.#leading = false;
    this.channel.close();
  }

  #hear(note: Note): void {
    if (this.#closed || note.id === this.id) return;
    if (note.kind === 'hello') {
      if (this.#leading) this.#beat();
      return;
    }
    if (note.kind === 'resign') {
      // A little apart from one another, so that the first to wake wins without a duel.
      if (!this.#leading) this.#next(Math.random() * 100, () => this.campaign());
      return;
    }
    if (this.#leading) {
      if (this.#outranks(note)) {
        this.#beat();
        return;
      }
      this.#leading = false;
      this.events.follow();
    } else if (this.#overHidden && this.isVisible() && !note.visible) {
      return;
    }
    this.#watch();
    if (note.kind === 'message') this.events.message(note.text);
  }

  #outranks(note: { id: string; visible: boolean }): boolean {
    const visible = this.isVisible();
    return visible === note.visible ? this.id < note.id : visible;
  }

  #lead(): void {
    this.#leading = true;
    this.#overHidden = false;
    this.events.lead();
    this.#beat();
  }

  #beat(): void {
    this.channel.post({ kind: 'lead', id: this.id, visible: this.isVisible() });
    this.#next(HEARTBEAT_MS, () => this.#beat());
  }

  #watch(): void {
    this.#overHidden = false;
    this.#next(SILENCE_MS, () => this.campaign());
  }

  #next(ms: number, run: () => void): void {
    this.#cancel();
    this.#cancel = this.#closed ? () => undefined : this.timers.after(ms, run);
  }
}
