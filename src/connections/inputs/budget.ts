import type { Clock } from '../../base/clock.ts';
import { TokenBuckets } from '../../base/token-buckets.ts';

const BURST = 60;
const PER_S = 10;
/** Senders with a budget of their own. More of them in one home are forged. */
const MOST_SENDERS = 50;
/** A sender that was silent for so long makes room. */
const IDLE_MS = 600_000;

/** Token bucket per sender: bounds the cost of a flood before its messages are parsed, and leaves the other senders heard. */
export class Budget {
  readonly #buckets: TokenBuckets;
  /** When each sender was heard last. */
  readonly #heardMs = new Map<string, number>();
  #searchedMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clock: Clock,
    perS = PER_S,
    burst = BURST,
  ) {
    this.#buckets = new TokenBuckets({ burst, perMinute: 60 * perS }, clock);
  }

  take(sender: string): boolean {
    const nowMs = this.clock.steadyMs();
    if (!this.#heardMs.has(sender) && !this.#hasRoom(nowMs)) return false;
    this.#heardMs.set(sender, nowMs);
    return this.#buckets.take(sender) === 0;
  }

  /** Room is made once a second at most: a flood of forged addresses must not cost a search for each. */
  #hasRoom(nowMs: number): boolean {
    if (this.#heardMs.size < MOST_SENDERS) return true;
    if (nowMs - this.#searchedMs < 1000) return false;
    this.#searchedMs = nowMs;
    for (const [sender, atMs] of this.#heardMs) if (nowMs - atMs > IDLE_MS) this.#heardMs.delete(sender);
    return this.#heardMs.size < MOST_SENDERS;
  }
}
