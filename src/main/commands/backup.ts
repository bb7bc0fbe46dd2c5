import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openReadOnly } from '../../station/store/database.ts';
import { backupTo } from '../../station/store/safety/backup.ts';
import { DATABASE_FILE } from '../../station/store/safety/data-folder.ts';
import type { Command } from '../cli.ts';
import { progressBar } from '../progress-bar.ts';
import { commonOptions, loadSettings, UserError } from '../settings.ts';

/** Reads through a connection of its own, so it may run while the station writes. */
export const run: Command = async (args, io) => {
  const { positionals } = parseArgs({ args, options: commonOptions, allowPositionals: true });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UserError('weatherglass backup takes one FILE to write.');
  const target = resolve(file);
  if (existsSync(target)) throw new UserError(`${target} is there already; choose another name or remove it.`);
  const { dataDir } = loadSettings(args, io.env);
  const source = join(dataDir, DATABASE_FILE);
  if (!existsSync(source)) throw new UserError(`There is no database in ${dataDir}; name its folder with --data DIR.`);

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
