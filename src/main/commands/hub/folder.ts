import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Io } from '../../command.ts';
import { dataHome } from '../../settings/data-home.ts';
import { isOfAHub, isOfAStation, isUnused } from '../../settings/whose-folder.ts';
import { UserError } from '../../user-error.ts';

/** Data folder of a hub. `isNew`: it becomes one by what is done now, in case another was meant. `mayBegin`: it need not exist. */
export function hubFolder(data: string | undefined, { env }: Io, mayBegin: boolean) {
  const folder = resolve(data ?? (env['WEATHERGLASS_HUB_DATA'] || join(dataHome(env), 'weatherglass-hub')));
  // A station's and a hub's secrets must not lie among each other's files on a machine that runs both.
  if (isOfAStation(folder))
    throw new UserError(`${folder} is the data folder of a station; give the hub its own folder with --data DIR.`);
  if (!mayBegin && !existsSync(folder))
    throw new UserError(
      `there is no folder ${folder}; name the hub’s folder with --data DIR, or create one with "weatherglass hub add NAME".`,
    );
  const isNew = isUnused(folder);
  // As root, all files of another folder would be given to its owner.
  if (!isNew && !isOfAHub(folder))
    throw new UserError(`${folder} is not the data folder of a hub; name the right one with --data DIR.`);
  return { folder, isNew };
}
