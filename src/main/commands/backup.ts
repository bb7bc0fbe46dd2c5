import { accessSync, constants, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { never } from '../../base/clock.ts';
import { unlessRefused } from '../../base/system-error.ts';
import { backupTo } from '../../station/store/rescue/backups/backup.ts';
import { DATABASE_FILE } from '../../station/store/rescue/folder/last-stop.ts';
import { openReadOnly } from '../../station/store/sqlite/database.ts';
import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { loadSettings, placeOptions } from '../settings/settings.ts';
import { UserError } from '../user-error.ts';
import { lackingIn } from '../waiting-words.ts';
import { withBar } from '../window/progress-bar.ts';

/** Reads through a connection of its own, so it may run while the station writes. */
export const run: Command = async (args, io) => {
  const { values, words } = parseArguments(args, { command: 'backup', options: placeOptions, words: ['FILE'] });
  const [file] = words as [string];
  const target = resolve(file);
  if (existsSync(target)) throw new UserError(`${target} exists already. Choose another name, or delete it.`);
  const { dataDir } = loadSettings(values, io.env);
  const source = join(dataDir, DATABASE_FILE);
  if (existsSync(dataDir) && unlessRefused(() => accessSync(dataDir, constants.R_OK | constants.X_OK)) === null)
    throw new UserError(`This user cannot read ${dataDir}. Run the command with sudo.`);
  if (!existsSync(source)) throw new UserError(`There is no database in ${dataDir}. Name its folder with --data DIR.`);

  const lacking = lackingIn(dataDir, io.env);
  const db = openReadOnly(source);
  try {
    const bytes = await withBar(io.stderr, (progress) => backupTo(db, target, { signal: never, progress }));
    io.stdout.write(`${target}: ${(bytes / 1e6).toFixed(1)} MB, checked\n`);
    if (lacking !== null) io.stderr.write(lacking);
  } catch (error) {
    throw new UserError(`The backup to ${target} failed: ${(error as Error).message}`);
  } finally {
    db.close();
  }
  return 0;
};
