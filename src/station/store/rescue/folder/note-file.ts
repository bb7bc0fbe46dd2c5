import {
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { jsonOf } from '../../../../base/json-text.ts';
import { writeWhole } from '../../../../base/whole-file.ts';
import { isMissing, unless, unlessInTrouble } from '../../sqlite/database.ts';

const { O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;

export function writeNote(folder: string, name: string, note: unknown, synced = true): void {
  writeWhole(join(folder, name), JSON.stringify(note), { synced });
}

/**
 * Writes a small file where it lies, and not by a new one, which a full disk has no room for. Never through a link: root, who may restore
 * a backup, would write to whatever the folder's owner has pointed it at just now.
 */
export function writeInPlace(path: string, text: string): void {
  const file = openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW, 0o644);
  try {
    writeFileSync(file, text);
    ftruncateSync(file, Buffer.byteLength(text)); // behind it: the block that a cut file gives up may be another's before it is written
  } finally {
    closeSync(file);
  }
}

/** Null where there is none, or where a bad card left nothing of it that can be read. */
export function readNote<T>(folder: string, name: string): T | null {
  const path = join(folder, name);
  return existsSync(path) ? (jsonOf(readFileSync(path, 'utf8')) as T | null) : null;
}

/** False where the disk refuses even that. Not by `rm`: in Node 24 its error on a read-only disk has no code. */
export const removeNote = (folder: string, name: string): boolean =>
  unlessInTrouble(() => void unless(isMissing, () => unlinkSync(join(folder, name))));
