import type { Request, Response } from 'express';
import type { Clock } from '../../base/clock.ts';
import { clientAddress, isLoopback, limitKey } from '../../http/addresses.ts';
import { ApiError } from '../../http/api-error.ts';
import { sentence } from '../../words/sentence.ts';

const MB = 1024 * 1024;
/** Cap per address. A year in half minutes is some four megabytes, and an honest client reads it in a second. */
const MOST_BYTES = 16 * MB;
/** Cap of all addresses but this machine: an attacker can have many addresses. */
const MOST_IN_ALL = 64 * MB;
/** An answer that was not read for so long may be dropped for another address. */
const PATIENCE_MS = 5000;

interface Held {
  bytes: number;
  sinceMs: number;
  giveUp(): void;
}

/**
 * Memory cap for slow readers: bytes of answers that were made and not yet sent, per address and in all. A client that asks a hundred
 * wide questions and reads no answer gets no more of them, and neither do a hundred such clients together. An honest client still finds
 * room: the oldest answer of the address that holds most is dropped for it. This machine is not counted.
 */
export class PendingBytes {
  /** By address, oldest first. */
  readonly #held = new Map<string, Set<Held>>();
  #inAll = 0;
  constructor(private readonly clock: Clock) {}

  /** Throws when this address, or all of them, have to take first what was asked for. */
  admit(req: Request): void {
    const address = clientAddress(req);
    if (isLoopback(address)) return;
    const isFull = this.#inAll >= MOST_IN_ALL && !this.#makeRoom();
    if (!isFull && bytesOf(this.#held.get(limitKey(address)) ?? []) < MOST_BYTES) return;
    throw new ApiError(429, sentence('refusal.answers'), { afterS: 5 });
  }

  /** Counted until the answer is taken or its connection gone. */
  hold(req: Request, res: Response, bytes: number): void {
    const address = clientAddress(req);
    if (res.closed || isLoopback(address)) return;
    const key = limitKey(address);
    const mine = this.#held.get(key) ?? new Set<Held>();
    const release = () => {
      if (!mine.delete(held)) return;
      this.#inAll -= bytes;
      if (mine.size === 0 && this.#held.get(key) === mine) this.#held.delete(key);
    };
    const held: Held = {
      bytes,
      sinceMs: this.clock.steadyMs(),
      giveUp: () => {
        release();
        res.destroy();
      },
    };
    this.#held.set(key, mine.add(held));
    this.#inAll += bytes;
    res.once('close', release);
  }

  /** Drops the oldest answer of the largest holder; false if none is old enough. */
  #makeRoom(): boolean {
    const latestMs = this.clock.steadyMs() - PATIENCE_MS;
    const most = [...this.#held.values()].sort((a, b) => bytesOf(b) - bytesOf(a));
    for (const [oldest] of most) {
      if (!oldest || oldest.sinceMs > latestMs) continue;
      oldest.giveUp();
      return true;
    }
    return false;
  }
}

const bytesOf = (held: Iterable<Held>): number => Array.from(held).reduce((sum, { bytes }) => sum + bytes, 0);
