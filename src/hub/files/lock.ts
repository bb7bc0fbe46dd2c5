import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeFolder } from '../../base/make-folder.ts';
import { unlessRefused } from '../../base/system-error.ts';
import { writeWhole } from '../../base/whole-file.ts';

/** A change takes milliseconds: a lock this old was left by a program that died. */
const LEFT_BEHIND_MS = 10_000;
/**
 * Time for which a lock that looks old must stay the same before it is broken: after the clock was set, that of a living program
 * looks old too, and is soon gone.
 */
const WATCHED_MS = 1000;

/** The lock was taken by another process as abandoned. */
class LockLost extends Error {}

type Write = (name: string, content: object) => void;

/**
 * Changes files of a folder under a lock. A caller that a disk or a stopped machine delayed for longer than a lock is valid starts over,
 * with what was written meanwhile. Before reading, the owner of the lock removes half-written files.
 */
export async function underLock<T>(
  folder: string,
  lock: string,
  names: readonly string[],
  work: (write: Write) => T,
): Promise<T> {
  makeFolder(folder, { mode: 0o700 });
  for (;;) {
    const { mine, isMine, release } = await acquireLock(join(folder, lock));
    try {
      for (const name of readdirSync(folder))
        if (names.some((own) => name.startsWith(`${own}.next`))) rmSync(join(folder, name), { force: true });
      return work((name, content) => put(join(folder, name), mine, content, isMine));
    } catch (error) {
      if (!(error instanceof LockLost)) throw error;
    } finally {
      release();
    }
  }
}

function put(path: string, mine: string, content: object, isMine: () => boolean): void {
  const whole = (): void => {
    if (!isMine()) throw new LockLost();
  };
  try {
    writeWhole(path, `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600, fresh: `${path}.next-${mine}`, whole });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new LockLost() : error; // the next owner removed it
  }
}

/** `mine` is what this process wrote into the lock file. */
export async function acquireLock(lock: string) {
  let seen = '';
  let sinceMs = 0;
  for (;;) {
    const mine = createLock(lock);
    if (mine !== null) {
      const isMine = (): boolean => unlessRefused(() => readFileSync(lock, 'utf8')) === mine;
      return { mine, isMine, release: () => void (isMine() && rmSync(lock, { force: true })) };
    }
    const info = statSync(lock, { throwIfNoEntry: false });
    const one = info ? `${info.ino} ${info.mtimeMs}` : '';
    if (one !== seen) [seen, sinceMs] = [one, performance.now()];
    const isStill = performance.now() - sinceMs > WATCHED_MS;
    // A lock from the future was left before the clock was set back.
    if (info && isStill && Math.abs(Date.now() - info.mtimeMs) > LEFT_BEHIND_MS) rmSync(lock, { force: true });
    await wait(20);
  }
}

/** Takes the lock file; null if another process holds it. */
function createLock(lock: string): string | null {
  const mine = randomUUID();
  let file: number;
  try {
    file = openSync(lock, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return null;
  }
  try {
    writeFileSync(file, mine);
    return mine;
  } catch (error) {
    rmSync(lock, { force: true }); // a disk that is full
    throw error;
  } finally {
    closeSync(file);
  }
}
