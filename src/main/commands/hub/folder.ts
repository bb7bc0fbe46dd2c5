import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Io } from '../../command.ts';
import { UserError } from '../../user-error.ts';

/** Any of these says whose a folder is; a command that was killed at the first of all changes leaves no more than a lock. */
const OF_A_HUB =
  /^(stations|removed|notices|picture|allowances|alerts|waves|erased|people|programs|group-alerts|details|audit|audit-before(-\d)?)\.(jsonl?|json\.next(-[0-9a-f-]+)?|lock)$/;
const OF_A_STATION = ['weatherglass.db', 'weatherglass.clean'];

/** Not the station's folder: who runs both on one machine must not find their secrets among each other's files. */
function hubFolder(data: string | undefined, { env }: Io): string {
  const base = env['XDG_DATA_HOME'] || join(env['HOME'] || homedir(), '.local/share');
  const folder = resolve(data ?? env['WEATHERGLASS_HUB_DATA'] ?? join(base, 'weatherglass-hub'));
  if (OF_A_STATION.some((name) => existsSync(join(folder, name))))
    throw new UserError(`${folder} is the data folder of a station; give the hub its own folder with --data DIR.`);
  return folder;
}

const isOfAHub = (folder: string): boolean => readdirSync(folder).some((name) => OF_A_HUB.test(name));
/** Whether a folder is unused, as on a new disk or in a new home. */
const isEmpty = (folder: string): boolean =>
  readdirSync(folder).every((name) => name.startsWith('.') || name === 'lost+found');

/** A folder with a hub's files; one that is empty belongs to a hub that nobody was added to yet. */
export function hubFolderThatIs(data: string | undefined, io: Io): string {
  const folder = hubFolder(data, io);
  if (!existsSync(folder))
    throw new UserError(
      `there is no folder ${folder}; name the hub’s folder with --data DIR, or create one with "weatherglass hub add NAME".`,
    );
  if (!isOfAHub(folder) && !isEmpty(folder)) throw notOfAHub(folder);
  return folder;
}

/** A hub's folder, or one that becomes it by what is done now; `isNew` says which, in case another was meant. */
export function hubFolderForFirst(data: string | undefined, io: Io): { folder: string; isNew: boolean } {
  const folder = hubFolder(data, io);
  const isNew = !existsSync(folder) || !isOfAHub(folder);
  if (isNew && existsSync(folder) && !isEmpty(folder)) throw notOfAHub(folder);
  return { folder, isNew };
}

/** Refuses a folder that holds other files: as root, all of them would be given to the owner of the folder. */
const notOfAHub = (folder: string): UserError =>
  new UserError(`${folder} is not the data folder of a hub; name the right one with --data DIR.`);
