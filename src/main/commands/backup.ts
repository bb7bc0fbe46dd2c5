import { parseArguments } from '../arguments.ts';
import { type Command, EXIT } from '../command.ts';
import { newFile, tell, writeCopy } from '../exporting.ts';
import { loadSettings, placeOptions } from '../settings/settings.ts';

export const run: Command = async (args, io) => {
  const { values, words } = parseArguments(args, { command: 'backup', options: placeOptions, words: ['FILE'] });
  const target = newFile(words[0]!);
  tell(await writeCopy(loadSettings(values, io.env), target, io), target, false, io);
  return EXIT.done;
};
