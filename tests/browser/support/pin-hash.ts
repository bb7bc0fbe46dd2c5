import { scryptSync } from 'node:crypto';

const salt = Buffer.alloc(16, 'salt');

/** What the settings keep of a PIN. */
export const pinHashOf = (pin: string): string =>
  `scrypt$${salt.toString('base64url')}$${scryptSync(pin, salt, 32).toString('base64url')}`;
