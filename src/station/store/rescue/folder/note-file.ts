import { existsSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { jsonOf } from '../../../../base/json-text.ts';
import { writeWhole } from '../../../../base/whole-file.ts';
import { unless, unlessInTrouble } from '../../sqlite/database.ts';

export function writeNote(folder: string, name: string, note: unknown, synced = true): void {
  writeWhole(join(folder, name), JSON.stringify(note), { synced });
}

/** Null where there is none, or where a bad card left nothing of it that can be read. */
export function readNote<T>(folder: string, name: string): T | null {
  const path = join(folder, name);
  return existsSync(path) ? (jsonOf(readFileSync(path, 'utf8')) as T | null) : null;
}

/** False where the disk refuses even that. Not by `rm`: in Node 24 its error on a read-only disk has no code. */
export const removeNote = (folder: string, name: string): boolean =>
  unlessInTrouble(() => void unless(isMissing, () => unlinkSync(join(folder, name))));

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
