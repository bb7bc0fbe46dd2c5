import { never } from '../../base/clock.ts';
import { sentence } from '../../words/sentence.ts';
import { lockedByOthers, type OpenedFolder, openPrepared, takeFolder } from './rescue/data-folder.ts';
import { markDamaged } from './rescue/folder/last-stop.ts';
import { closeClean } from './rescue/folder/log.ts';
import type { StartFinding } from './rescue/folder/swap.ts';
import { isBusy, isDamage } from './sqlite/database.ts';
import { whenFree } from './sqlite/when-free.ts';
import { Store } from './store.ts';
import type { StoreOptions } from './tables.ts';

/** Busy timeout of the start: another program may be reading the database. The sentence `database.locked` tells its ten minutes. */
const OTHERS_MAY_TAKE_MS = 600_000;

/** Delay before a held lock is reported. */
const TOLD_AFTER_MS = 2_000;

/** Looking at the folder is a thread's work, `prepare`: the server can answer meanwhile. `signal` ends the wait for another program's lock. */
export async function openStoreAside(
  options: StoreOptions,
  prepare: () => Promise<StartFinding | null>,
  signal: AbortSignal = never,
): Promise<Store> {
  const lock = takeFolder(options.folder);
  let isTold = false;
  const keptOut = (forMs: number): void => {
    if (isTold || forMs < TOLD_AFTER_MS) return;
    isTold = true;
    options.waits?.(sentence('database.locked', { folder: options.folder }));
  };
  const locks = { clock: options.clock, everyMs: 1_000, forMs: OTHERS_MAY_TAKE_MS, signal, keptOut };
  const pastLocks = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await whenFree(work, locks);
    } finally {
      if (isTold) options.waits?.(null);
      isTold = false;
    }
  };
  const open = async () => {
    const finding = await pastLocks(prepare);
    return pastLocks(() => storeOn({ db: openPrepared(options.folder, 50), lock, finding }, options));
  };
  try {
    return await open().catch((error) => judgedAnew(options.folder, error, open));
  } catch (error) {
    lock.release();
    throw isBusy(error) ? lockedByOthers(options.folder) : error;
  }
}

/** Damage that only the opening of a large database meets: the next look at the folder judges every page, and rebuilds it. */
function judgedAnew(folder: string, error: unknown, open: () => Promise<Store>): Promise<Store> {
  if (!isDamage(error) || !markDamaged(folder)) throw error;
  return open();
}

/** A disk that fills up just now leaves no connection behind, which would hold the disk of a start that went elsewhere. */
function storeOn(opened: OpenedFolder, options: StoreOptions): Store {
  try {
    return new Store(opened, options);
  } catch (error) {
    closeClean(opened.db, options.folder);
    throw error;
  }
}
