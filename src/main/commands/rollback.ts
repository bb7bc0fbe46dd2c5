import { existsSync } from 'node:fs';
import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { holdAlone } from '../release/alone.ts';
import { Layout } from '../release/layout.ts';
import { resume, rollback } from '../release/upgrade.ts';
import { UserError } from '../user-error.ts';
import { finishFirst, hostOf, mustBeRoot, say, waitOf } from './upgrade.ts';

const options = { wait: { type: 'string' } } as const;

/** Back to the release before, by hand. An upgrade that a power cut interrupted is first brought to its end. */
export const run: Command = async (args, io) => {
  const { values } = parseArguments(args, { command: 'rollback', options });
  const waitS = waitOf(values.wait);
  const layout = new Layout();
  const host = hostOf(io);
  if (!existsSync(layout.home)) throw new UserError('no station is installed here.');
  mustBeRoot();
  holdAlone(layout);
  finishFirst(host);
  const ended = await resume(host, layout);
  if (ended !== null) {
    say(io, ended);
    return ended.good ? EXIT.done : EXIT.refused;
  }
  return say(io, await rollback(host, layout, waitS));
};
