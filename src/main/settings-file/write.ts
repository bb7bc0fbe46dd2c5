import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

/** It may hold the hash of a PIN, which nobody else on this machine needs to read. */
const NEW_MODE = 0o600;

/** Where a link leads, also one to a file that is not there yet. */
function placeOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? resolve(dirname(path), readlinkSync(path)) : path;
}

/** Whether a new file could take this one's place: that is asked of the folder, or of the nearest one there is. */
export function canWrite(path: string): boolean {
  try {
    const place = placeOf(path);
    let folder = dirname(place);
    while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
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
  if (lstatSync(next, { throwIfNoEntry: false })) unlinkSync(next); // of a broken attempt: its rights are its own
  try {
    writeWhole(next, text, before);
    if (before !== undefined) copyFileSync(place, `${place}.old`);
    renameSync(next, place);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
  const folder = openSync(dirname(place), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Closed to others from the first byte on, and whole: a disk that is nearly full takes a part of what is written once, without a word. */
function writeWhole(path: string, text: string, before: Stats | undefined): void {
  const handle = openSync(path, 'wx', NEW_MODE);
  try {
    writeFileSync(handle, text);
    if (before !== undefined) {
      if (process.getuid?.() === 0) fchownSync(handle, before.uid, before.gid);
      fchmodSync(handle, before.mode & 0o777);
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
