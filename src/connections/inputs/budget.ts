import type { Clock } from '../../base/clock.ts';

const BURST = 60;
const PER_S = 10;
/** Senders with a budget of their own. More of them in one home are forged. */
const MOST_SENDERS = 50;
/** A sender that was silent for so long makes room. */
const IDLE_MS = 600_000;

interface Bucket {
  tokens: number;
  atMs: number;
}

/** Token bucket per sender: bounds the cost of a flood before its messages are parsed, and leaves the other senders heard. */
export class Budget {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly clock: Clock,
    private readonly perS = PER_S,
    private readonly burst = BURST,
  ) {}

  take(sender: string): boolean {
    const nowMs = this.clock.steadyMs();
    const bucket = this.#buckets.get(sender) ?? this.#new(sender, nowMs);
    if (bucket === null) return false;
    bucket.tokens = Math.min(this.burst, bucket.tokens + (this.perS * (nowMs - bucket.atMs)) / 1000);
    bucket.atMs = nowMs;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  #new(sender: string, nowMs: number): Bucket | null {
    if (this.#buckets.size >= MOST_SENDERS) this.#makeRoom(nowMs);
    if (this.#buckets.size >= MOST_SENDERS) return null;
    const bucket = { tokens: this.burst, atMs: nowMs };
    this.#buckets.set(sender, bucket);
    return bucket;
  }

  /** Looked for once a second at most: a flood of forged addresses must not cost a search for each. */
  #makeRoom(nowMs: number): void {
    if (nowMs - this.#searchedMs < 1000) return;
    this.#searchedMs = nowMs;
    for (const [sender, { atMs }] of this.#buckets) if (nowMs - atMs > IDLE_MS) this.#buckets.delete(sender);
  }
  #searchedMs = Number.NEGATIVE_INFINITY;
}
