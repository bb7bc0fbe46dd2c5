import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskTrouble } from '../database.ts';

export const DATABASE_FILE = 'weatherglass.db';
const CLEAN_FILE = 'weatherglass.clean';

/**
 * Mark of a clean stop: after it the whole database is one file of this size. It does not know the time: a folder that was copied
 * or unpacked elsewhere is as clean as it was. While the station runs the size is one that no file has.
 */
interface Clean {
  size: number;
}

const OPEN = -1;
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function write(folder: string, mark: Clean): void {
  // Flushed: an empty mark after a power cut would tell of a log that was lost.
  writeFileSync(join(folder, CLEAN_FILE), JSON.stringify(mark), { flush: true });
}

export const markClean = (folder: string): void => write(folder, { size: sizeOf(join(folder, DATABASE_FILE)) });

/** From now on a missing log is a lost one, and a missing database, too. A disk with no room for it keeps no mark at all. */
export function markOpen(folder: string): void {
  try {
    write(folder, { size: OPEN });
  } catch (error) {
    if (!isDiskTrouble(error)) throw error;
    dropMark(folder);
  }
}

export function dropMark(folder: string): void {
  rmSync(join(folder, CLEAN_FILE), { force: true });
}

/** Whether a history was ever begun in this folder. */
export const isMarked = (folder: string): boolean => existsSync(join(folder, CLEAN_FILE));

export function wasClosedClean(folder: string): boolean {
  const path = join(folder, DATABASE_FILE);
  if (!isMarked(folder) || sizeOf(`${path}-wal`) > 0) return false;
  try {
    return (JSON.parse(readFileSync(join(folder, CLEAN_FILE), 'utf8')) as Clean | null)?.size === sizeOf(path);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
