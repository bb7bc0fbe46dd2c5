import { randomBytes, scrypt } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { promisify } from 'node:util';
import type { Command } from '../cli.ts';
import { UserError } from '../settings.ts';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** `scrypt$salt$hash`, both base64url: what the server checks a PIN against. */
export async function hashPin(pin: string, salt = randomBytes(16)): Promise<string> {
  const key = await derive(pin, salt, 32);
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

export const run: Command = async (_args, io) => {
  const lines = createInterface({ input: process.stdin, output: process.stdin.isTTY ? io.stderr : undefined });
  const pin = (await lines.question('PIN (4 to 12 digits): ')).trim();
  lines.close();
  if (!/^\d{4,12}$/.test(pin)) throw new UserError('A PIN has 4 to 12 digits.');
  io.stdout.write(`${await hashPin(pin)}\n`);
  return 0;
};
