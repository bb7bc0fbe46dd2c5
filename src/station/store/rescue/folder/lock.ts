import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Database, isDamage, openBare, sqliteCode } from '../../sqlite/database.ts';

const REFUSED = 'STORE_REFUSED';

/** A refusal to open, in one sentence with the way out. */
export class StoreRefusal extends Error {
  readonly code = REFUSED;
}

/** Also one that came from a thread, where an error loses its class. */
export const isStoreRefusal = (error: unknown): error is Error =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === REFUSED;

const PID_FILE = 'weatherglass.pid';
const LOCK_FILE = 'weatherglass.lock';
const { O_CREAT, O_NOFOLLOW, O_RDONLY, O_TRUNC, O_WRONLY } = constants;
/** Names under which the station keeps files in its data folder. */
const OWN =
  /^weatherglass\.(lock|pid|clean|swap|strangers|(away\.)?db)(\.salvage|\.restored)?(\.partial|\.new)?(-wal|-shm|-journal)?$/;

/**
 * One station per data folder. The lock is the operating system's, held through an exclusive transaction on a file of its own: it
 * is gone with the process, however that ends, where a file with a number would have to be believed. The number is only told.
 */
export class FolderLock {
  readonly #db: Database;
  readonly #pidPath: string;

  constructor(folder: string) {
    this.#pidPath = join(folder, PID_FILE);
    const path = join(folder, LOCK_FILE);
    refuseOddFiles(folder);
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
      writeFile(this.#pidPath, `${process.pid}\n`);
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
    writeFile(path, '');
    return locked(path);
  }
}

function readPid(path: string): number | null {
  try {
    const pid = Number(withFile(path, O_RDONLY, (file) => readFileSync(file, 'utf8')).trim());
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * A folder or a pipe under the name of one of our files, or a link under that of the lock: found here, so that it is one sentence and not a
 * fault of whatever meets it first.
 */
function refuseOddFiles(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!OWN.test(entry.name)) continue;
    const found = entry.isSymbolicLink() ? targetOf(path) : entry;
    if (found?.isDirectory())
      throw new StoreRefusal(`${path} is a folder, where the station keeps a file: move it elsewhere, or rename it.`);
    if (found?.isFile() === false)
      throw new StoreRefusal(
        `${path} is no ordinary file, as the station keeps there: move it elsewhere, or rename it.`,
      );
  }
  // Only looked at: opening and closing it here would drop the lock that this process may hold on it.
  const lock = join(folder, LOCK_FILE);
  if (lstatSync(lock, { throwIfNoEntry: false })?.isSymbolicLink()) throw isALink(lock);
}

/** Where a link leads; undefined where that is nothing. */
function targetOf(link: string): Stats | undefined {
  try {
    return statSync(link, { throwIfNoEntry: false });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ELOOP' ? isALink(link) : error;
  }
}

const isALink = (path: string): StoreRefusal =>
  new StoreRefusal(`${path} is a link, where the station writes a file of its own: remove it.`);

const writeFile = (path: string, text: string): void =>
  withFile(path, O_WRONLY | O_CREAT | O_TRUNC, (file) => writeFileSync(file, text));

/** Never through a link: root, who may restore a backup, would write to whatever the folder's owner has pointed it at. */
function withFile<T>(path: string, flags: number, work: (file: number) => T): T {
  let file: number;
  try {
    file = openSync(path, flags | O_NOFOLLOW, 0o644);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ELOOP' ? isALink(path) : error;
  }
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}
