import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const DATABASE_FILE = 'weatherglass.db';
const CLEAN_FILE = 'weatherglass.clean';

/**
 * After a clean close the whole database is one file, and this mark beside it says so. It knows the size and not the time: a
 * folder that was copied or unpacked elsewhere is as clean as it was. What became of the bytes is for the page sums to say.
 */
interface Clean {
  size: number;
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

export function markClean(folder: string): void {
  writeFileSync(
    join(folder, CLEAN_FILE),
    JSON.stringify({ size: sizeOf(join(folder, DATABASE_FILE)) } satisfies Clean),
    { flush: true }, // an empty mark after a power cut would tell of a log that was lost
  );
}

export function unmarkClean(folder: string): void {
  rmSync(join(folder, CLEAN_FILE), { force: true });
}

export function wasClosedClean(folder: string): boolean {
  const mark = join(folder, CLEAN_FILE);
  const path = join(folder, DATABASE_FILE);
  if (!existsSync(mark) || sizeOf(`${path}-wal`) > 0) return false;
  try {
    return (JSON.parse(readFileSync(mark, 'utf8')) as Clean | null)?.size === sizeOf(path);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
