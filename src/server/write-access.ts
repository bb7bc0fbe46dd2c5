import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { NextFunction, Request, Response } from 'express';
import { HOUR_MS } from '../durations.ts';
import type { Clock } from '../station/clock.ts';
import { hostKey, isLoopback, networkKey } from './addresses.ts';
import { ApiError } from './errors.ts';
import { TokenBuckets } from './rate-limit.ts';
import type { ServerSettings } from './settings.ts';

export const PIN_HEADER = 'X-Weatherglass-Pin';
const FREE_TRIES = 5;
const LONGEST_WAIT_S = 900;
const MOST_ADDRESSES = 1024;
const STRANGERS = 'strangers';
/** How long after its wait an address is a stranger again, where there are too many to remember. */
const FORGOTTEN_MS = HOUR_MS;
/** Wrong tries of all addresses of a network that have never known the PIN: at this pace four digits last for a week. */
const NETWORK_TRIES = { burst: 60, perMinute: 1 };
/** And of all networks together: a /16 has 256 of them, and ten thousand PINs are soon tried at sixty each. */
const ALL_TRIES = { burst: 300, perMinute: 1 };
const ALL = 'all';

interface Misses {
  count: number;
  untilMs: number;
}
const PIN = /^\d{4,12}$/;

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** A PIN as `scrypt$salt$key`, both base64url. Throws at the start rather than at the first visitor. */
export function pinCheck(pinHash: string): (pin: string) => Promise<boolean> {
  const [scheme, salt = '', key = ''] = pinHash.split('$');
  const expected = Buffer.from(key, 'base64url');
  if (scheme !== 'scrypt' || salt === '' || expected.length < 16) {
    throw new Error('the PIN hash is not one that "weatherglass pin" makes');
  }
  return async (pin) => timingSafeEqual(await derive(pin, Buffer.from(salt, 'base64url'), expected.length), expected);
}

/**
 * After five wrong tries an address waits 1, 2, 4 … 900 s between one try and the next. Addresses are cheap where there are many,
 * so a network of them has a budget of wrong tries too, and all networks together; whoever has given the right PIN from an address
 * before, and this machine, depend on neither, and cannot be locked out by a neighbour.
 */
export class PinGate {
  readonly #misses = new Map<string, Misses>();
  readonly #known = new Set<string>();
  readonly #networks: TokenBuckets;
  readonly #all: TokenBuckets;
  #turn: Promise<unknown> = Promise.resolve();
  constructor(
    private readonly matches: (pin: string) => Promise<boolean>,
    private readonly clock: Clock,
  ) {
    this.#networks = new TokenBuckets(NETWORK_TRIES, clock);
    this.#all = new TokenBuckets(ALL_TRIES, clock);
  }

  async admit(pin: string | undefined, address: string | undefined): Promise<void> {
    if (pin === undefined) throw new ApiError(401, `this station asks for its PIN in the header ${PIN_HEADER}`);
    // One at a time: a key costs memory and time on purpose, and parallel guesses must not all count as the first.
    const verdict = this.#turn.then(() => this.#judge(pin, address));
    this.#turn = verdict.catch(() => undefined);
    await verdict;
  }

  async #judge(pin: string, address: string | undefined): Promise<void> {
    const host = hostKey(address);
    const network = networkKey(address);
    const known = this.#known.has(host) || isLoopback(host);
    const key = this.#countedAs(host);
    const missed = this.#misses.get(key);
    const ownWaitS = Math.max(0, Math.ceil(((missed?.untilMs ?? 0) - this.clock.steadyMs()) / 1000));
    const waitS = known ? ownWaitS : Math.max(ownWaitS, this.#networks.waitS(network), this.#all.waitS(ALL));
    if (waitS > 0) {
      throw new ApiError(429, `too many wrong PINs, try again in ${waitS} s`, {
        headers: { 'Retry-After': String(waitS) },
      });
    }
    if (PIN.test(pin) && (await this.matches(pin))) {
      this.#misses.delete(key);
      this.#know(host);
      return;
    }
    const count = (missed?.count ?? 0) + 1;
    const delayS = count < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_S, 2 ** (count - FREE_TRIES));
    this.#misses.set(key, { count, untilMs: this.clock.steadyMs() + 1000 * delayS });
    if (!known) {
      this.#networks.spend(network, 1);
      this.#all.spend(ALL, 1);
    }
    throw new ApiError(401, 'wrong PIN');
  }

  /** An address counts for itself while there is room to remember it; beyond that, strangers count as one. Nothing is forgotten early. */
  #countedAs(host: string): string {
    if (this.#misses.has(host) || this.#known.has(host) || this.#misses.size < MOST_ADDRESSES) return host;
    const nowMs = this.clock.steadyMs();
    for (const [key, { untilMs }] of this.#misses) if (nowMs - untilMs > FORGOTTEN_MS) this.#misses.delete(key);
    return this.#misses.size < MOST_ADDRESSES ? host : STRANGERS;
  }

  #know(host: string): void {
    this.#known.delete(host);
    this.#known.add(host);
    if (this.#known.size <= MOST_ADDRESSES) return;
    for (const oldest of this.#known) {
      this.#known.delete(oldest);
      return;
    }
  }
}

/** Lets a change pass when the settings let this visitor change things. */
export function writeAccess({ writes }: ServerSettings, clock: Clock) {
  if (writes.mode === 'open') return (_req: Request, _res: Response, next: NextFunction): void => next();
  if (writes.mode === 'local') {
    return (req: Request, _res: Response, next: NextFunction): void => {
      if (!isLoopback(req.socket.remoteAddress)) throw new ApiError(403, 'changes are taken from this machine only');
      next();
    };
  }
  const gate = new PinGate(pinCheck(writes.pinHash), clock);
  return async (req: Request, _res: Response, next: NextFunction): Promise<void> => {
    await gate.admit(req.get(PIN_HEADER), req.socket.remoteAddress);
    next();
  };
}
