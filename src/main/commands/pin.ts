import { scryptHash } from '../../http/scrypt.ts';
import { parseArguments } from '../arguments.ts';
import { type Command, EXIT } from '../command.ts';
import { firstLine } from '../first-line.ts';
import { UserError } from '../user-error.ts';

export const run: Command = async (args, io) => {
  parseArguments(args, { command: 'pin', options: {} });
  const pin = (await firstLine(io, 'PIN (4 to 12 digits): ')).trim();
  if (!/^\d{4,12}$/.test(pin)) throw new UserError('A PIN has 4 to 12 digits. Type it, or send it to standard input.');
  io.stdout.write(`${await scryptHash(pin)}\n`);
  return EXIT.done;
};
