import { existsSync } from 'node:fs';
import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { debianPackage } from '../release/debian-package.ts';
import { removeFile } from '../release/journal.ts';
import { askForTheWayBack } from '../release/way-back.ts';
import { UserError } from '../user-error.ts';
import { hostOf, mustBeRoot, nameOf, outcomeOf, say } from './upgrade.ts';

/** Back to the version before, by hand. The guard does it: this program is replaced in the middle. */
export const run: Command = async (args, io) => {
  const { values } = parseArguments(args, { command: 'rollback', options: { package: { type: 'string' } } });
  const pkg = debianPackage(nameOf(values.package));
  if (pkg.installed === null) throw new UserError('no package of Weatherglass is installed here.');
  mustBeRoot();
  if (existsSync(pkg.journalFile)) throw new UserError('an upgrade is under way; wait until it ends.');
  removeFile(pkg.outcomeFile);
  await askForTheWayBack(hostOf(io), pkg);
  const nothing = { good: false, text: `nothing was taken back; see: journalctl -u ${pkg.guard}` };
  return say(io, (await outcomeOf(pkg)) ?? nothing);
};
