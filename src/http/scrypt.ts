import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** Hash of a PIN or a password as `scrypt$salt$key`, both base64url. */
export async function scryptHash(text: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(text, salt, 32);
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Check against such a hash, in constant time; null for a hash that was not made here. */
export function scryptCheck(hash: string): ((text: string) => Promise<boolean>) | null {
  const [scheme, salt = '', key = ''] = hash.split('$');
  const expected = Buffer.from(key, 'base64url');
  if (scheme !== 'scrypt' || salt === '' || expected.length < 16) return null;
  return async (text) => timingSafeEqual(await derive(text, Buffer.from(salt, 'base64url'), expected.length), expected);
}
