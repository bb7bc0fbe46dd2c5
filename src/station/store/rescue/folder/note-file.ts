import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Atomic write of a JSON note in the data folder: flushed, and whole or not at all, whenever the power is cut. */
export function writeNote(folder: string, name: string, note: unknown): void {
  const partial = join(folder, `${name}.partial`);
  writeFileSync(partial, JSON.stringify(note), { flush: true });
  renameSync(partial, join(folder, name));
}

/** Null where there is none, or where a bad card left nothing of it that can be read. */
export function readNote<T>(folder: string, name: string): T | null {
  const path = join(folder, name);
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T | null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
