import type { Clock } from './clock.ts';

/** A bucket of tokens per address: `burst` requests at once, refilled at `perMinute`. */
export interface RateLimit {
  burst: number;
  perMinute: number;
}

const MOST_ADDRESSES = 2048;

/** Token buckets, one per address: tokens = min(burst, tokens + rate·dt), and a request takes one. */
export class TokenBuckets {
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();
  constructor(
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /** Seconds to wait, 0 when the request may pass. */
  take(key: string): number {
    const waitS = this.waitS(key);
    if (waitS === 0) this.spend(key, 1);
    return waitS;
  }

  /** Seconds until there are so many tokens (a negative number: until no more are owed), and none is taken. */
  waitS(key: string, enough = 1): number {
    const tokens = this.#tokens(key);
    return tokens >= enough ? 0 : Math.ceil(((enough - tokens) / this.limit.perMinute) * 60);
  }

  /** Takes tokens, also more than there are: the rest is a debt. */
  spend(key: string, tokens: number): void {
    const left = this.#tokens(key) - tokens;
    this.#buckets.delete(key); // set again, so that the map's order is that of use
    this.#buckets.set(key, { tokens: left, atMs: this.clock.steadyMs() });
    if (this.#buckets.size > MOST_ADDRESSES) this.#buckets.delete(this.#buckets.keys().next().value!);
  }

  #tokens(key: string): number {
    const bucket = this.#buckets.get(key);
    if (!bucket) return this.limit.burst;
    const refilled = ((this.clock.steadyMs() - bucket.atMs) / 60_000) * this.limit.perMinute;
    return Math.min(this.limit.burst, bucket.tokens + refilled);
  }
}
