import { existsSync, readdirSync } from 'node:fs';
import { unlessRefused } from '../../base/system-error.ts';
import { giveToOwner } from '../machine/ownership.ts';
import { UserError } from '../user-error.ts';

/** Any of these says that a folder is a hub's; a command that was killed at the first of all changes leaves no more than a lock. */
const OF_A_HUB =
  /^(hub|stations|removed|notices|picture|allowances|alerts|waves|erased|people|programs|group-alerts|details|audit|audit-before(-\d)?)\.(jsonl?|json\.next(-[0-9a-f-]+)?|lock|pid)$/;
export const OF_A_STATION = /^weatherglass\./;
/** The same, and what may be all there is of a station whose database was lost, or is still to come: beside other files it says nothing. */
const OR_BESIDE_IT =
  /^(weatherglass[.-].*|backups|browser-window|config\.yaml(\.old)?|crashes|demo\.json|import(-maps)?|kiosk|note-for-the-station\.json|wanted-version)$/;

const hasFile = (folder: string, name: RegExp): boolean =>
  existsSync(folder) && readdirSync(folder).some((one) => name.test(one));

export const isOfAHub = (folder: string): boolean => hasFile(folder, OF_A_HUB);
export const isOfAStation = (folder: string): boolean => hasFile(folder, OF_A_STATION);

/** Whether a folder is unused, as on a new disk or in a new home, but for files with names of `ours`. */
export const isUnused = (folder: string, ours?: RegExp): boolean =>
  !existsSync(folder) ||
  readdirSync(folder).every((name) => name.startsWith('.') || name === 'lost+found' || ours?.test(name) === true);

/**
 * Refuses a hub's folder for a new station, lest both have their secrets among each other's files. One that is there already goes on. What
 * this user may not list is refused, in words of its own, by whoever takes the folder.
 */
export function unlessOfAHub(folder: string): void {
  if (unlessRefused(() => isOfAHub(folder) && !isOfAStation(folder)))
    throw new UserError(`${folder} is the data folder of a hub; give the station its own folder with --data DIR.`);
}

/**
 * Enters a station's folder, or a new one, with a command that writes there: its owner gets what an earlier command of root's has left. Refuses
 * a folder of other files: they would lie among a station's, and root would give those of its own to the folder's owner.
 */
export function enterStationFolder(folder: string, ours = OR_BESIDE_IT): void {
  unlessOfAHub(folder);
  if (unlessRefused(() => !isOfAStation(folder) && !isUnused(folder, ours)))
    throw new UserError(`${folder} is not the data folder of a station. Name an empty folder with --data DIR.`);
  giveToOwner(folder);
}
