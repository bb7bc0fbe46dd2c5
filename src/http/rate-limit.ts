import type { NextFunction, Request, Response } from 'express';
import type { Clock } from '../base/clock.ts';
import { type RateLimit, TokenBuckets } from '../base/token-buckets.ts';
import { sentence } from '../words/sentence.ts';
import { clientAddress, limitKey } from './addresses.ts';
import { ApiError } from './api-error.ts';

export function rateLimit(limit: RateLimit, clock: Clock, what: string) {
  const buckets = new TokenBuckets(limit, clock);
  return (req: Request, _res: Response, next: NextFunction): void => {
    const waitS = buckets.take(limitKey(clientAddress(req)));
    if (waitS > 0) {
      throw new ApiError(429, sentence('refusal.rate', { what, seconds: waitS }), { afterS: waitS });
    }
    next();
  };
}
