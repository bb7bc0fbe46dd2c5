import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

const ANEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

interface Options {
  /** File mode, regardless of the umask. It is set before anyone can read the file. */
  mode?: number;
  owner?: { uid: number; gid: number };
  /** Called when the new file is complete and not yet in place: the last moment of the old one. */
  whole?: () => void;
}

/**
 * Atomic write: the whole file or none of it, also when the power goes. It is made anew beside its place (`.new`) and renamed, never
 * through a link that somebody laid there: root writes so into a folder of the station's user as well. A disk that is nearly full takes
 * a part of what is written once, without a word; `writeFileSync` writes on, or fails.
 */
export function writeWhole(path: string, text: string, { mode = 0o644, owner, whole }: Options = {}): void {
  const fresh = `${path}.new`;
  rmSync(fresh, { recursive: true, force: true });
  try {
    const handle = openSync(fresh, ANEW, 0o600);
    try {
      writeFileSync(handle, text);
      if (owner) fchownSync(handle, owner.uid, owner.gid);
      fchmodSync(handle, mode);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    whole?.();
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  sync(dirname(path));
}

/** A file, or a folder: the change of a name has reached the disk only when its folder has. */
export function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
