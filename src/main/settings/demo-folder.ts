import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../base/make-folder.ts';
import { writeWhole } from '../../base/whole-file.ts';
import { UserError, whyRefused } from '../user-error.ts';
import { dataHome } from './data-home.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Marker file of a demonstration's folder: only marked folders are written or removed. */
const MARKER = 'demo.json';
const CONFIG = 'config.yaml';
const LOCK = /^weatherglass\.(lock|pid)/;

const SETTINGS = `# The settings of the demonstration. Your own station has its own.
site:
  name: Demonstration
  latitude: 55.68
  longitude: 12.57
  altitude_m: 20
  timezone: Europe/Copenhagen
  indoors: false
forecast:
  train_at_start_hours: 8784 # the whole year: what is usual needs its wave
`;

export const demoConfigFile = (folder: string): string => join(folder, CONFIG);

/** Beside the user's own data and never in them, whatever the environment calls the station's folder. */
export const defaultDemoFolder = (env: Env): string => join(dataHome(env), 'weatherglass-demo');

/** Makes the folder with its settings, or finds the one of last time. Throws a UserError for a folder that holds anything else. */
export function openDemoFolder(path: string): string {
  const folder = resolve(path);
  try {
    if (!existsSync(join(folder, MARKER))) {
      if (existsSync(folder) && readdirSync(folder).length > 0)
        throw new UserError(
          `The folder ${folder} does not belong to the demo. Name an empty folder with --data, or omit that option.`,
        );
      makeFolder(folder);
      mark(folder, false);
    }
    if (!existsSync(demoConfigFile(folder))) writeWhole(demoConfigFile(folder), SETTINGS);
    return folder;
  } catch (error) {
    throw new UserError(`The demo has no place: ${whyRefused(error)} Choose another folder with --data.`);
  }
}

const mark = (folder: string, made: boolean): void =>
  writeWhole(join(folder, MARKER), `${JSON.stringify({ demonstration: true, made })}\n`);

export function isMade(folder: string): boolean {
  const text = readFileSync(join(folder, MARKER), 'utf8');
  return /"made":\s*true/.test(text); // an older version may have left it cut off, with an unfinished year
}

export const setMade = (folder: string): void => mark(folder, true);

/** Removes what a start that was cut off left, but the settings, which may be the user's by now. The caller holds the folder's lock. */
export function clearHalfMade(folder: string): void {
  for (const entry of readdirSync(folder)) {
    const kept = entry === MARKER || entry === CONFIG || entry === 'kiosk' || LOCK.test(entry);
    if (!kept) rmSync(join(folder, entry), { recursive: true });
  }
}
