import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { firstLine } from '../first-line.ts';
import { UserError } from '../user-error.ts';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** `scrypt$salt$hash`, both base64url: what the server checks a PIN against. */
export async function hashPin(pin: string, salt = randomBytes(16)): Promise<string> {
  const key = await derive(pin, salt, 32);
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

export const run: Command = async (args, io) => {
  parseArguments(args, { command: 'pin', options: {} });
  const pin = (await firstLine(io, 'PIN (4 to 12 digits): ')).trim();
  if (!/^\d{4,12}$/.test(pin)) throw new UserError('A PIN has 4 to 12 digits; type it, or send it to standard input.');
  io.stdout.write(`${await hashPin(pin)}\n`);
  return EXIT.done;
};
