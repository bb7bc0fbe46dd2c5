import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unlessRefused } from '../../../../base/system-error.ts';
import { type Database, isBusy, isDamage, openBare, unless } from '../../sqlite/database.ts';
import { FolderTaken, StoreRefusal } from '../../sqlite/store-refusal.ts';
import { readNote, removeNote, writeInPlace } from './note-file.ts';

/** Names of the lock and of the number beside it, and what else the owner keeps in its data folder under such names. */
const NAMES = {
  station: {
    own: 'weatherglass',
    files:
      /^weatherglass\.(lock|pid|clean|damaged|swap|strangers|untold|(away\.)?db)(\.salvage|\.restored)?(\.partial|\.new)?(-wal|-shm|-journal)?$/,
  },
  hub: { own: 'hub', files: /^hub\.(lock(-journal)?|pid)$/ },
} as const;

/** File that a name leads to; null where it leads nowhere. */
export function fileAt(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}

/**
 * One station, or one hub, per data folder. The lock is the operating system's, held through an exclusive transaction on a file of its own: it
 * is gone with the process, however that ends, where a file with a number would have to be believed. The number is only told.
 */
export class FolderLock {
  #db: Database;
  #file: string | null = null;
  readonly #pidFile: string;

  constructor(
    private readonly folder: string,
    private readonly what: keyof typeof NAMES = 'station',
  ) {
    this.#pidFile = `${NAMES[what].own}.pid`;
    this.#db = this.#take();
  }

  #take(): Database {
    const { folder } = this;
    const what = this.what; // not destructured: lint would see a parameter that nobody reads
    refuseOddFiles(folder, what);
    let db: Database;
    try {
      db = lockedOrEmptied(join(folder, `${NAMES[what].own}.lock`));
    } catch (error) {
      if (!isBusy(error)) throw error;
      const owner = unlessRefused(() => readNote<unknown>(folder, this.#pidFile));
      const who = typeof owner === 'number' ? `Process ${owner}` : 'Another process';
      throw new FolderTaken(
        `${who} already runs a ${what} on ${folder}: stop it first, or choose another folder with --data.`,
      );
    }
    try {
      writeInPlace(join(folder, this.#pidFile), `${process.pid}\n`);
    } catch (error) {
      db.close(); // a folder that cannot be used is not held: it may be usable at the next try
      throw error;
    }
    this.#file = fileAt(db.name);
    return db;
  }

  get #isInPlace(): boolean {
    return fileAt(this.#db.name) === this.#file;
  }

  /** Takes the lock anew where its file was moved or removed, alone or with the folder: another process could begin there. */
  keep(): void {
    if (this.#isInPlace) return;
    const before = this.#db;
    this.#db = this.#take();
    before.close();
  }

  release(): void {
    if (this.#isInPlace) removeNote(this.folder, this.#pidFile);
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
  const held = unless(isDamage, () => locked(path));
  if (held !== null) return held;
  writeInPlace(path, '');
  return locked(path);
}

/**
 * Refuses a folder, a pipe or a link under the name of one of our files in one sentence, before any other code meets it. SQLite keeps the
 * log of a linked database beside the link's target, where the rescue would not find it.
 */
function refuseOddFiles(folder: string, what: keyof typeof NAMES): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!NAMES[what].files.test(entry.name) || entry.isFile()) continue;
    const found = entry.isSymbolicLink() ? 'a link' : entry.isDirectory() ? 'a folder' : 'no ordinary file';
    throw new StoreRefusal(
      `${join(folder, entry.name)} is ${found}, where the ${what} keeps a file of its own: move it elsewhere, or choose another folder with --data.`,
    );
  }
}
