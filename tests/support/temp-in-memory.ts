import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4e9;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) > ENOUGH_BYTES;
  } catch {
    return false; // not Linux
  }
}

/**
 * Temporary folders of tests lie in memory where there is room: half of what the durability tests took was fsync. What a killed program
 * leaves is the same there; power cuts bring a disk of their own. TMPDIR names another place.
 */
export function tempInMemory(): void {
  const { TMPDIR } = process.env;
  if (TMPDIR !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(join(MEMORY, 'weatherglass-tests-'));
  chmodSync(folder, 0o1777); // as /tmp is: some tests are played by other users
  process.env['TMPDIR'] = folder;
  process.on('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      console.warn(`${folder} stays: ${(error as Error).message}`); // a small disk that a failed test left mounted
    }
  });
}
