import type { Clock } from '../base/clock.ts';

/** Bodies that are being read or stored at once: what the hub does in about as long as whoever is sent away stays away at least. */
const PLACES = 1024;
/** Bounds of a retry time: stations do not come sooner, and should not come later, whatever the queue. */
const SOONEST_MS = 5_000;
const LATEST_MS = 300_000;
/** How long after one place the next becomes free: before anything is known of it, and how many of them tell it. */
const USUAL_MS = 5;
const MEMORY = 200;
/** Called in so much of that time: while thousands come at once the hub is slower than it is to those who come in a line. */
const PART = 0.5;

/**
 * Places for so many at a time. Who finds none is told when to come again: each a little later than who was told before, about
 * as fast as places become free, so that thousands come in a line and not all together once more.
 */
export class Appointments {
  #taken = 0;
  #eachMs = USUAL_MS;
  /** When a place was last given back while half of them were taken, or half of them were. */
  #leftMs = 0;
  /** The last moment that was given to anybody. */
  #givenMs = Number.NEGATIVE_INFINITY;
  constructor(
    private readonly clock: Clock,
    private readonly places = PLACES,
  ) {}

  get #isBusy(): boolean {
    return this.#taken >= this.places / 2;
  }

  /** Whether there is a place, which `leave` gives back. */
  enter(): boolean {
    if (this.#taken >= this.places) return false;
    const wasBusy = this.#isBusy;
    this.#taken += 1;
    if (this.#isBusy && !wasBusy) this.#leftMs = this.clock.steadyMs();
    return true;
  }

  leave(): void {
    if (this.#isBusy) {
      const nowMs = this.clock.steadyMs();
      this.#eachMs += (nowMs - this.#leftMs - this.#eachMs) / MEMORY;
      this.#leftMs = nowMs;
    }
    this.#taken -= 1;
  }

  /** After how many seconds who is sent away finds a place, as far as anybody can tell. */
  later(): number {
    const nowMs = this.clock.steadyMs();
    this.#givenMs = Math.max(this.#givenMs + PART * this.#eachMs, nowMs + SOONEST_MS);
    // An engine that hangs frees no place, and the line would grow by the hour: it goes on from its middle.
    if (this.#givenMs > nowMs + LATEST_MS) this.#givenMs = nowMs + LATEST_MS / 2;
    return Math.ceil((this.#givenMs - nowMs) / 1000);
  }
}
