import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** It may hold the hash of a PIN, which nobody else on this machine needs to read. */
const NEW_MODE = 0o600;

const placeOf = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

/** Whether a new file could take this one's place: that is asked of the folder, or of the nearest one there is. */
export function canWrite(path: string): boolean {
  const place = placeOf(path);
  let folder = dirname(place);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (existsSync(place)) accessSync(place, constants.W_OK); // one that its owner closed is left alone
    return true;
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error;
    return false;
  }
}

/**
 * Puts `text` in the place of a file, whole or not at all; what stood there is kept beside it as `.old`. A link is followed, so
 * that it stays one, and rights and owner stay as they were.
 */
export function writeAtomically(path: string, text: string): void {
  const place = placeOf(path);
  mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
  const before = statSync(place, { throwIfNoEntry: false });
  const next = `${place}.new`;
  const handle = openSync(next, 'w', before === undefined ? NEW_MODE : before.mode & 0o777);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  if (before !== undefined) {
    if (process.getuid?.() === 0) chownSync(next, before.uid, before.gid);
    copyFileSync(place, `${place}.old`);
  }
  renameSync(next, place);
  const folder = openSync(dirname(place), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
