import type { NextFunction, Request, Response } from 'express';
import { clientAddress, isLocal } from '../../http/addresses.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Guesses } from '../../http/guesses.ts';
import { scryptCheck } from '../../http/scrypt.ts';
import { sentence } from '../../words/sentence.ts';
import type { ServerSettings } from '../server-settings.ts';

export const PIN_HEADER = 'X-Weatherglass-Pin';
const PIN = /^\d{4,12}$/;
const REFUSALS = {
  wait: (seconds: number) => new ApiError(429, sentence('refusal.pin-wait', { seconds }), { afterS: seconds }),
  wrong: () => new ApiError(401, sentence('refusal.pin-wrong')),
};

/** Gate that a PIN opens to an address. */
export const pinGate =
  (matches: (pin: string) => Promise<boolean>, guesses: Guesses) =>
  async (pin: string | undefined, address: string | undefined): Promise<void> => {
    if (pin === undefined) throw new ApiError(401, sentence('refusal.pin-asked', { header: PIN_HEADER }));
    await guesses.admit(address, async () => PIN.test(pin) && (await matches(pin)), REFUSALS);
  };

/** Lets a change pass when the settings let this visitor change things. Throws for an unknown hash: at the start, not at the first visitor. */
export function writeAccess({ writes }: Pick<ServerSettings, 'writes'>, guesses: Guesses) {
  if (writes.mode === 'open') return (_req: Request, _res: Response, next: NextFunction): void => next();
  if (writes.mode === 'local') {
    return (req: Request, _res: Response, next: NextFunction): void => {
      if (!isLocal(req)) throw new ApiError(403, sentence('refusal.local'));
      next();
    };
  }
  guesses.forPin(writes.pinHash);
  const check = scryptCheck(writes.pinHash);
  if (check === null) throw new Error('the PIN hash is not one that "weatherglass pin" makes');
  const admit = pinGate(check, guesses);
  return async (req: Request, _res: Response, next: NextFunction): Promise<void> => {
    await admit(req.get(PIN_HEADER), clientAddress(req));
    next();
  };
}
