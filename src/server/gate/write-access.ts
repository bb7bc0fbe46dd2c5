import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { NextFunction, Request, Response } from 'express';
import { isLocal } from '../../http/addresses.ts';
import { ApiError } from '../../http/api-error.ts';
import { sentence } from '../../words/sentence.ts';
import type { ServerSettings } from '../settings.ts';
import type { Guesses } from './guesses.ts';

export const PIN_HEADER = 'X-Weatherglass-Pin';
const FREE_TRIES = 5;
const LONGEST_WAIT_S = 900;
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
  #turn: Promise<unknown> = Promise.resolve();
  constructor(
    private readonly matches: (pin: string) => Promise<boolean>,
    private readonly guesses: Guesses,
  ) {}

  async admit(pin: string | undefined, address: string | undefined): Promise<void> {
    if (pin === undefined) throw new ApiError(401, sentence('refusal.pin-asked', { header: PIN_HEADER }));
    // One at a time: a key costs memory and time on purpose, and parallel guesses must not all count as the first.
    const verdict = this.#turn.then(() => this.#judge(pin, address));
    this.#turn = verdict.catch(() => undefined); // whoever gave that PIN is told below; the next one only waits for its turn
    await verdict;
  }

  async #judge(pin: string, address: string | undefined): Promise<void> {
    const by = this.guesses.of(address);
    const { waitS } = by;
    if (waitS > 0) {
      throw new ApiError(429, sentence('refusal.pin-wait', { seconds: waitS }), {
        headers: { 'Retry-After': String(waitS) },
      });
    }
    if (PIN.test(pin) && (await this.matches(pin))) {
      by.right();
      return;
    }
    const count = by.missed + 1;
    by.wrong(count < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_S, 2 ** (count - FREE_TRIES)));
    throw new ApiError(401, sentence('refusal.pin-wrong'));
  }
}

/** Lets a change pass when the settings let this visitor change things. */
export function writeAccess({ writes }: ServerSettings, guesses: Guesses) {
  if (writes.mode === 'open') return (_req: Request, _res: Response, next: NextFunction): void => next();
  if (writes.mode === 'local') {
    return (req: Request, _res: Response, next: NextFunction): void => {
      if (!isLocal(req)) throw new ApiError(403, sentence('refusal.local'));
      next();
    };
  }
  guesses.forPin(writes.pinHash);
  const gate = new PinGate(pinCheck(writes.pinHash), guesses);
  return async (req: Request, _res: Response, next: NextFunction): Promise<void> => {
    await gate.admit(req.get(PIN_HEADER), req.socket.remoteAddress);
    next();
  };
}
