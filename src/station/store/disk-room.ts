import { statfs } from 'node:fs/promises';

/** Free and total bytes of the disk with a folder; null while the folder is away. */
export async function diskOf(folder: string): Promise<{ freeBytes: number; totalBytes: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
