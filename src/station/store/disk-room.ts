import { type StatsFs, statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { nullIfRefused, unlessRefused } from '../../base/system-error.ts';

/** Free room below which a disk counts as full: small writes may still fit, without any room into what SQLite's log has of it. */
export const LEAST_ROOM = 256 * 1024;

/** Free room to write rows of so many bytes: they stand in the log, in the file, and in what is made of them. */
export const roomFor = (bytes: number): number => 3 * bytes;

interface DiskRoom {
  /** Room for anybody, as `df` tells it. */
  freeBytes: number;
  /** Room for this process: root also writes into what ext4 holds back for it. */
  ownBytes: number;
  totalBytes: number;
}

const roomOf = ({ bavail, bfree, blocks, bsize }: StatsFs): DiskRoom => ({
  freeBytes: bavail * bsize,
  ownBytes: (process.geteuid?.() === 0 ? bfree : bavail) * bsize,
  totalBytes: blocks * bsize,
});

/** Free and total bytes of the disk with a folder; null while the folder is away. */
export const diskOf = (folder: string): Promise<DiskRoom | null> => statfs(folder).then(roomOf, nullIfRefused);

/** The same at once: the caller waits, as for a write to the same disk. */
export const roomIn = (folder: string): DiskRoom | null => unlessRefused(() => roomOf(statfsSync(folder)));

/** Whether the disk with a folder is full; some network disks do not know. */
export function isFull(folder: string): boolean {
  const room = roomIn(folder);
  return room !== null && room.totalBytes > 0 && room.ownBytes < LEAST_ROOM;
}
