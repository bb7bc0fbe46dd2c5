import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A folder with all that leads to it, one step after the other. Not Node's own `recursive`: where a file system takes no folders and
 * answers ENOENT under a parent that is there (/proc, some network shares) it makes that parent again, and again, for ever.
 * The parent comes first, so that ENOENT can only mean that; and others may make the same way at the same moment.
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
