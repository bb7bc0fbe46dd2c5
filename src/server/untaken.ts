import type { Request, Response } from 'express';
import { isLoopback, limitKey } from './addresses.ts';
import { ApiError } from './errors.ts';

/** Of one address. A year in half minutes is some four megabytes, and an honest reader takes them in a second. */
const MOST_BYTES = 16 * 1024 * 1024;
const AGAIN = { headers: { 'Retry-After': '5' } };

/**
 * What was made for an address and not taken yet. Who asks a hundred different wide questions and reads none of the answers is made
 * no more of them: they would fill the memory of a small machine.
 */
export class Untaken {
  readonly #bytes = new Map<string, number>();

  /** Throws when this address has to take first what it asked for. */
  admit({ socket: { remoteAddress } }: Request): void {
    if (isLoopback(remoteAddress) || (this.#bytes.get(limitKey(remoteAddress)) ?? 0) < MOST_BYTES) return;
    throw new ApiError(429, 'too many answers are on their way: take them first', AGAIN);
  }

  /** Counted until the answer is taken or its connection gone. */
  hold({ socket: { remoteAddress } }: Request, res: Response, bytes: number): void {
    if (res.closed) return;
    const key = limitKey(remoteAddress);
    this.#count(key, bytes);
    res.once('close', () => this.#count(key, -bytes));
  }

  #count(key: string, by: number): void {
    const bytes = (this.#bytes.get(key) ?? 0) + by;
    if (bytes > 0) this.#bytes.set(key, bytes);
    else this.#bytes.delete(key);
  }
}
