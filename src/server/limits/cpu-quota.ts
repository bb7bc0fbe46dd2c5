import type { NextFunction, Request, Response } from 'express';
import type { Clock } from '../../base/clock.ts';
import type { Steps } from '../../base/steps.ts';
import { type RateLimit, TokenBuckets } from '../../base/token-buckets.ts';
import { clientAddress, isLoopback, limitKey } from '../../http/addresses.ts';
import { ApiError } from '../../http/api-error.ts';
import { sentence } from '../../words/sentence.ts';
import { computedMs, type FairScheduler } from './fair-scheduler.ts';

/**
 * CPU quota per address, in milliseconds of the sampling thread. An address above the quota of a household waits for computed answers;
 * cached ones continue until twice as much is used. This machine, which shows the wall, is exempt.
 */
export class CpuQuota {
  readonly #spent: TokenBuckets;
  constructor(
    private readonly limit: RateLimit,
    private readonly clock: Clock,
    private readonly turns: FairScheduler,
  ) {
    this.#spent = new TokenBuckets(limit, clock);
  }

  /** First middleware: charges each request for its first turn, refusals included. Later turns are charged by whoever answers. */
  readonly metered = (req: Request, _res: Response, next: NextFunction): void => {
    if (isLoopback(clientAddress(req))) next();
    else this.measured(req, next);
  };

  /** Middleware for cheap answers, and so for every request. */
  readonly admitted = (req: Request, _res: Response, next: NextFunction): void => {
    this.#inTurn(req);
    next();
  };

  /** Computes an answer, slice by slice, and charges its address. Throws if this address must wait. */
  computed<T>(req: Request, work: () => Steps<T>): Promise<T> {
    this.admit(req);
    return this.charged(req, () => {
      this.#inTurn(req);
      return work();
    });
  }

  /** Runs work in turn with that of others, and charges its address. */
  async charged<T>(req: Request, work: () => Steps<T>): Promise<T> {
    const { value, costMs } = await this.turns.run(limitKey(clientAddress(req)), work);
    this.spend(req, costMs);
    return value;
  }

  /** Checks the quota again when a request's turn comes: earlier requests of the same burst have been charged by then. */
  #inTurn(req: Request): void {
    this.#judge(req, -this.limit.burst);
  }

  /** Admits a computed answer. Throws if this address must wait. */
  admit(req: Request): void {
    this.#judge(req, 1);
  }

  spend(req: Request, ms: number): void {
    const address = clientAddress(req);
    if (!isLoopback(address)) this.#spent.spend(limitKey(address), ms);
  }

  /** Seconds until half of an address's burst is available: long work may use only the other half. */
  halfInS(req: Request): number {
    const address = clientAddress(req);
    return isLoopback(address) ? 0 : this.#spent.waitS(limitKey(address), this.limit.burst / 2);
  }

  measured<T>(req: Request, work: () => T): T {
    const startMs = computedMs(this.clock);
    try {
      return work();
    } finally {
      this.spend(req, computedMs(this.clock) - startMs);
    }
  }

  #judge(req: Request, enough: number): void {
    const address = clientAddress(req);
    if (isLoopback(address)) return;
    const waitS = this.#spent.waitS(limitKey(address), enough);
    if (waitS === 0) return;
    throw new ApiError(429, sentence('refusal.cost', { seconds: waitS }), { afterS: waitS });
  }
}
