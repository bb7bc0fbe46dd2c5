import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder with its parents, one after the other. Node's own `recursive` loops for ever where a file system takes no folders and
 * answers ENOENT under an existing parent (/proc, some network shares): it makes that parent again and again. Here the parent is made
 * first, so ENOENT can only mean that. Another process may make the same folders at the same moment.
 */
export function makeFolder(path: string, { mode }: { mode?: number | undefined } = {}): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (statSync(parent, { throwIfNoEntry: false }) === undefined && parent !== path) makeFolder(parent, { mode });
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
