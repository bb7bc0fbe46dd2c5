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
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

const ANEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

interface Options {
  /** File mode, regardless of the umask. It is set before anyone can read the file. */
  mode?: number;
  owner?: { uid: number; gid: number };
  /** Path of the file while it is written, in the same file system. */
  fresh?: string;
  /** Called when the new file is complete and not yet in place: the last moment of the old one. */
  whole?: () => void;
  /** False: it may be as it was, half or gone after a power cut. */
  synced?: boolean;
}

/**
 * Atomic write: the whole file or none of it, even if the power fails. It is written beside its place (`.new`) and renamed, never through a
 * link that somebody put there: root writes into folders of the station's user in this way, too. A nearly full disk takes a part of one
 * write without an error; `writeFileSync` writes on, or fails.
 */
export function writeWhole(path: string, text: string, options: Options = {}): void {
  const { mode = 0o644, owner, fresh = `${path}.new`, whole, synced = true } = options;
  rmSync(fresh, { recursive: true, force: true });
  try {
    const handle = openSync(fresh, ANEW, 0o600);
    try {
      writeFileSync(handle, text);
      if (owner) fchownSync(handle, owner.uid, owner.gid);
      fchmodSync(handle, mode);
      if (synced) fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    whole?.();
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  if (synced) sync(dirname(path));
}

/** Atomic write of a stream, a piece in memory at a time. Without `mode` the umask decides. */
export async function streamWhole(
  path: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  { mode = 0o666, fresh = `${path}.new` }: Pick<Options, 'mode' | 'fresh'> = {},
): Promise<void> {
  rmSync(fresh, { force: true });
  try {
    const file = await open(fresh, ANEW, mode);
    try {
      for await (const piece of pieces) await file.appendFile(piece); // one `write` of a full disk would take a part
      await file.sync(); // gigabytes of an upload: no sample waits for them
    } finally {
      await file.close();
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  sync(dirname(path));
}

/** Atomic end of a file that another library wrote and closed: it reaches the disk, and then gets its name. */
export function putWhole(fresh: string, path: string): void {
  sync(fresh);
  renameSync(fresh, path);
  sync(dirname(path));
}

/**
 * A file, or a folder: the change of a name has reached the disk only when its folder has. Network shares flush files alone, and refuse
 * it of a folder.
 */
export function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
  } finally {
    closeSync(handle);
  }
}
