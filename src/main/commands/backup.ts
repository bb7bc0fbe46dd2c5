import { accessSync, constants, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backupTo } from '../../station/store/rescue/backups/backup.ts';
import { DATABASE_FILE } from '../../station/store/rescue/folder/last-stop.ts';
import { openReadOnly } from '../../station/store/sqlite/database.ts';
import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { loadSettings, placeOptions } from '../settings/settings.ts';
import { UserError } from '../user-error.ts';
import { progressBar } from '../window/progress-bar.ts';

/** Reads through a connection of its own, so it may run while the station writes. */
export const run: Command = async (args, io) => {
  const { values, words } = parseArguments(args, { command: 'backup', options: placeOptions, words: ['FILE'] });
  const [file] = words as [string];
  const target = resolve(file);
  if (existsSync(target)) throw new UserError(`${target} exists already. Choose another name, or delete it.`);
  const { dataDir } = loadSettings(values, io.env);
  const source = join(dataDir, DATABASE_FILE);
  if (!mayLook(dataDir)) throw new UserError(`This user cannot read ${dataDir}. Run the command with sudo.`);
  if (!existsSync(source)) throw new UserError(`There is no database in ${dataDir}. Name its folder with --data DIR.`);

  const stop = new AbortController();
  const db = openReadOnly(source);
  const bar = progressBar(io.stderr);
  try {
    const bytes = await backupTo(db, target, { signal: stop.signal, progress: bar });
    bar.end();
    io.stdout.write(`${target}: ${(bytes / 1e6).toFixed(1)} MB, checked\n`);
  } catch (error) {
    bar.end();
    throw new UserError(`The backup to ${target} failed: ${(error as Error).message}`);
  } finally {
    db.close();
  }
  return 0;
};

/** A folder that is closed to us looks empty. */
function mayLook(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return false;
    return true; // what else is wrong with it is told by who opens it
  }
}
