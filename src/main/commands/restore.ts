import { resolve } from 'node:path';
import { describeBackup } from '../../station/store/rescue/backups/backup.ts';
import { restoreFrom } from '../../station/store/rescue/backups/restore.ts';
import { existingFile, parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import type { Command } from '../command.ts';
import { runtimeFoldersOf } from '../machine/data-disk.ts';
import { asOwnerOf } from '../machine/ownership.ts';
import { loadSettings, placeOptions } from '../settings/settings.ts';
import { enterStationFolder } from '../settings/whose-folder.ts';
import { UserError } from '../user-error.ts';
import { withBar } from '../window/progress-bar.ts';

export const run: Command = async (args, io) => {
  const { values, words } = parseArguments(args, { command: 'restore', options: placeOptions, words: ['FILE'] });
  const source = existingFile(resolve(words[0]!));
  const { dataDir } = loadSettings(values, io.env);

  const held = (() => {
    try {
      return describeBackup(source);
    } catch (error) {
      throw new UserError(`${source} cannot be restored: ${(error as Error).message}.`);
    }
  })();
  enterStationFolder(dataDir);
  const how = {
    asOwner: <T>(work: () => Promise<T>) => asOwnerOf(dataDir, work),
    runtimeFolders: runtimeFoldersOf(dataDir, io.env),
  };
  const { aside, waiting } = await withBar(io.stderr, (bar) =>
    restoreFrom(source, dataDir, systemClock.nowS(), bar, how),
  );
  const until = held.lastTs === null ? '' : ` until ${new Date(held.lastTs * 1000).toISOString().slice(0, 16)}Z`;
  const old = [
    ...(aside === null ? [] : [`the database before is kept as ${aside}`]),
    ...waiting.map((one) => `what waited beside it is kept as ${one}`),
  ];
  const kept = old.length === 0 ? '' : `; ${old.join(', and ')}`;
  io.stdout.write(
    `restored ${held.samples} ${held.samples === 1 ? 'sample' : 'samples'}${until} into ${dataDir}${kept}\n`,
  );
  return 0;
};
