import { parseArguments } from '../arguments.ts';
import { type Command, EXIT } from '../command.ts';
import { newFile, tell, writeCopy } from '../exporting.ts';
import { loadSettings, placeOptions } from '../settings/settings.ts';
import { UsageError } from '../user-error.ts';

export const run: Command = async (args, io) => {
  const { values, words } = parseArguments(args, { command: 'backup', options: placeOptions, words: ['FILE'] });
  const [file] = words as [string];
  if (file === '-') throw new UsageError('A backup goes into a file, not to standard output. Name a new file.');
  const target = newFile(file);
  tell(await writeCopy(loadSettings(values, io.env), target, io), target, false, io);
  return EXIT.done;
};
