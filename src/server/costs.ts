import type { Request } from 'express';
import type { Clock } from '../station/clock.ts';
import { isLoopback, limitKey } from './addresses.ts';
import { ApiError } from './errors.ts';
import { TokenBuckets } from './rate-limit.ts';
import type { RateLimit } from './settings.ts';

/**
 * What answers cost the thread that samples, per address and in milliseconds. Whoever has used up more than a household ever asks
 * for waits; what is at hand already costs nothing, and this machine, where the wall is, is not counted.
 */
export class Costs {
  readonly #spent: TokenBuckets | null;
  constructor(
    limit: RateLimit | null,
    private readonly clock: Clock,
  ) {
    this.#spent = limit && new TokenBuckets(limit, clock);
  }

  /** Throws when this address has to wait. */
  admit({ socket: { remoteAddress } }: Request): void {
    if (!this.#spent || isLoopback(remoteAddress)) return;
    const waitS = this.#spent.waitS(limitKey(remoteAddress));
    if (waitS === 0) return;
    throw new ApiError(429, `too much was asked for in a short time, try again in ${waitS} s`, {
      headers: { 'Retry-After': String(waitS) },
    });
  }

  spend({ socket: { remoteAddress } }: Request, ms: number): void {
    if (this.#spent && !isLoopback(remoteAddress)) this.#spent.spend(limitKey(remoteAddress), ms);
  }

  /** The same for work that is done in one go. */
  measured<T>(req: Request, work: () => T): T {
    const startMs = this.clock.steadyMs();
    try {
      return work();
    } finally {
      this.spend(req, this.clock.steadyMs() - startMs);
    }
  }
}
