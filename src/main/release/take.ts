import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { refusalOfSystem, UserError } from '../user-error.ts';

const PIECE_BYTES = 1 << 20;
/** Size limit of a manifest, a signature or release facts: a page of text each. */
const SMALL_BYTES = 256 * 1024;

/** Not waited for: a pipe that nobody writes to would hold us up for ever, before we could see that it is one. */
function openPlain(path: string): number {
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (fstatSync(handle).isFile()) return handle;
  closeSync(handle);
  throw new UserError(`${path} is not a regular file.`);
}

/**
 * A copy as the file is at this moment, in a folder that root alone may look into. What is hashed, vouched for and unpacked is then
 * one and the same, whoever may write to the place it came from.
 */
export function takeCopy(source: string, folder: string): string {
  const copy = join(folder, basename(source));
  const from = openPlain(source);
  try {
    const to = openSync(copy, 'wx', 0o600);
    try {
      const piece = Buffer.alloc(PIECE_BYTES);
      for (let left = fstatSync(from).size; left > 0; ) {
        const bytes = readSync(from, piece, 0, Math.min(left, PIECE_BYTES), null);
        if (bytes === 0) break; // it was cut off meanwhile: its digest will tell
        for (let done = 0; done < bytes; ) done += writeSync(to, piece, done, bytes - done);
        left -= bytes;
      }
    } finally {
      closeSync(to);
    }
  } finally {
    closeSync(from);
  }
  return copy;
}

/** The whole of a small file, read once; null when it is not there. */
export function readSmall(path: string): Buffer | null {
  let handle: number;
  try {
    handle = openPlain(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    const refused = refusalOfSystem(error);
    throw refused === null ? error : new UserError(refused);
  }
  try {
    if (fstatSync(handle).size > SMALL_BYTES) throw new UserError(`${path} is too large.`);
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}
