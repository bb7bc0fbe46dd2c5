import { randomBytes, scrypt } from 'node:crypto';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { parseArguments } from '../arguments.ts';
import type { Command, Io } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { UserError } from '../user-error.ts';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** `scrypt$salt$hash`, both base64url: what the server checks a PIN against. */
export async function hashPin(pin: string, salt = randomBytes(16)): Promise<string> {
  const key = await derive(pin, salt, 32);
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

export const run: Command = async (args, io) => {
  parseArguments(args, { command: 'pin', options: {} });
  const pin = (await firstLine(io)).trim();
  if (!/^\d{4,12}$/.test(pin)) throw new UserError('A PIN has 4 to 12 digits; type it, or send it to standard input.');
  io.stdout.write(`${await hashPin(pin)}\n`);
  return EXIT.done;
};

/** Empty when standard input ends before a line does: a question asked of nobody would otherwise never be answered. */
async function firstLine(io: Io): Promise<string> {
  const { isTTY } = process.stdin;
  const lines = createInterface({ input: process.stdin, output: isTTY ? io.stderr : undefined });
  if (isTTY) io.stderr.write('PIN (4 to 12 digits): ');
  for await (const line of lines) return line;
  return '';
}
