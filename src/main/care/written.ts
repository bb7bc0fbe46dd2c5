import { readFile } from 'node:fs/promises';
import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Program } from '../../contract/care.ts';

/** `write_bytes` of /proc/PID/io: what the kernel was given for the disk, of all threads, before the card's own doings (proc(5)). */
const WRITE_BYTES = /^write_bytes: (\d+)$/m;

/** A day is foretold from an hour at least: a start writes more than the time after it. */
export function writtenOf(io: string, uptimeS: number): Program['written'] {
  const found = WRITE_BYTES.exec(io)?.[1];
  if (found === undefined) return null;
  const bytes = Number(found);
  return { bytes, over_s: uptimeS, bytes_per_day: uptimeS < HOUR_S ? null : (bytes / uptimeS) * DAY_S };
}

/** Bytes written; null if the system does not count them, or not for us. */
export async function written(): Promise<Program['written']> {
  try {
    return writtenOf(await readFile('/proc/self/io', 'utf8'), process.uptime());
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
