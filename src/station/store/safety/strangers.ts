import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the data folder: names of files among its backups that are not of the history it holds. */
const STRANGERS = 'weatherglass.strangers';

/** Backups of a history that was set aside, on a disk that let them be moved nowhere. */
export function strangersIn(folder: string): ReadonlySet<string> {
  const note = join(folder, STRANGERS);
  if (!existsSync(note)) return new Set();
  try {
    return new Set(JSON.parse(readFileSync(note, 'utf8')) as string[]);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return new Set(); // a bad card
  }
}

/** What lies among the backups of a folder now is nothing to build its history from. On the disk when this returns. */
export function estrange(folder: string, backups: string): void {
  const names = new Set([...strangersIn(folder), ...readdirSync(backups)]);
  const partial = join(folder, `${STRANGERS}.partial`);
  writeFileSync(partial, JSON.stringify([...names]), { flush: true });
  renameSync(partial, join(folder, STRANGERS));
}
