import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, isDamage, openBare, sqliteCode } from '../database.ts';

const REFUSED = 'STORE_REFUSED';

/** A refusal to open, in one sentence with the way out. */
export class StoreRefusal extends Error {
  readonly code = REFUSED;
}

/** Also one that came from a thread, where an error loses its class. */
export const isStoreRefusal = (error: unknown): error is Error =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === REFUSED;

const PID_FILE = 'weatherglass.pid';

/**
 * One station per data folder. The lock is the operating system's, held through an exclusive transaction on a file of its own: it
 * is gone with the process, however that ends, where a file with a number would have to be believed. The number is only told.
 */
export class FolderLock {
  readonly #db: Database;
  readonly #pidPath: string;
  /** The run before this one did not end as it should. */
  readonly afterCrash: boolean;

  constructor(folder: string) {
    this.#pidPath = join(folder, PID_FILE);
    const path = join(folder, 'weatherglass.lock');
    try {
      this.#db = lockedOrEmptied(path);
    } catch (error) {
      if (!/^SQLITE_BUSY/.test(sqliteCode(error) ?? '')) throw error;
      const owner = readPid(this.#pidPath);
      const who = owner === null ? 'Another process' : `Process ${owner}`;
      throw new StoreRefusal(
        `${who} already runs a station on ${folder}: stop it first, or choose another folder with --data.`,
      );
    }
    try {
      this.afterCrash = readPid(this.#pidPath) !== null;
      writeFileSync(this.#pidPath, `${process.pid}\n`);
    } catch (error) {
      this.#db.close(); // a folder that cannot be used is not held: it may be usable at the next try
      throw error;
    }
  }

  release(): void {
    rmSync(this.#pidPath, { force: true });
    this.#db.close();
  }
}

function locked(path: string): Database {
  const db = openBare(path);
  try {
    db.pragma('busy_timeout = 0');
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The file says nothing: one that a bad card has written into is emptied. A station that held it would have been told as busy. */
function lockedOrEmptied(path: string): Database {
  try {
    return locked(path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    truncateSync(path);
    return locked(path);
  }
}

function readPid(path: string): number | null {
  try {
    const pid = Number(readFileSync(path, 'utf8').trim());
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
