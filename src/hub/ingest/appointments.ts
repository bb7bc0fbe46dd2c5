import type { Clock } from '../../base/clock.ts';

/** Most bodies read or stored at once: about as many as the hub finishes in `SOONEST_MS`, before the first station it sent away is back. */
const PLACES = 1024;
/** Bounds of a retry time: stations do not come sooner, and should not come later, whatever the queue. */
const SOONEST_MS = 5_000;
const LATEST_MS = 300_000;
/** First estimate of the time between two freed places, and the number of places that correct it. */
const USUAL_MS = 5;
const MEMORY = 200;
/** Share of that time after which the next station is called: a crowd is served more slowly than a queue. */
const PART = 0.5;

/**
 * Admission queue: a limited number of places. A caller that finds none gets an appointment, each a little later than the previous, about
 * as fast as places become free. So thousands come in a line, and not all together again.
 */
export class Appointments {
  #taken = 0;
  #eachMs = USUAL_MS;
  /** Last time a place was freed while at least half were taken, or half became taken. */
  #leftMs = 0;
  #givenMs = Number.NEGATIVE_INFINITY;
  constructor(
    private readonly clock: Clock,
    private readonly places = PLACES,
  ) {}

  get #isBusy(): boolean {
    return this.#taken >= this.places / 2;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Seconds that the queue of appointments reaches from now. */
  get queueS(): number {
    return Math.max(0, (this.#givenMs - this.clock.steadyMs()) / 1000);
  }

  /** Takes a place if one is free; `leave` frees it. */
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

  /** Seconds until a refused station will probably find a place. */
  later(): number {
    const nowMs = this.clock.steadyMs();
    this.#givenMs = Math.max(this.#givenMs + PART * this.#eachMs, nowMs + SOONEST_MS);
    // An engine that hangs frees no place, and the line would grow by the hour: it goes on from its middle.
    if (this.#givenMs > nowMs + LATEST_MS) this.#givenMs = nowMs + LATEST_MS / 2;
    return Math.ceil((this.#givenMs - nowMs) / 1000);
  }
}
