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

/** Longest wait for another program that is reading or writing the database. The sentence `database.locked` tells its ten minutes. */
const OTHERS_MAY_TAKE_MS = 600_000;

/** Delay before a held lock is reported. */
const TOLD_AFTER_MS = 2_000;

/** Retry past another program's lock, which is told, and refused in a sentence where it lasts too long. `signal` ends the wait. */
export const pastLocksOn =
  ({ folder, clock, waits }: StoreOptions, signal: AbortSignal) =>
  async <T>(work: () => T | Promise<T>): Promise<T> => {
    let isTold = false;
    const keptOut = (forMs: number): void => {
      if (isTold || forMs < TOLD_AFTER_MS) return;
      isTold = true;
      waits?.(sentence('database.locked', { folder }));
    };
    try {
      return await whenFree(work, { clock, everyMs: 1_000, forMs: OTHERS_MAY_TAKE_MS, signal, keptOut });
    } catch (error) {
      if (!isBusy(error)) throw error;
      signal.throwIfAborted();
      throw lockedByOthers(folder);
    } finally {
      if (isTold) waits?.(null);
    }
  };

/** Looking at the folder is a thread's work, `prepare`: the server can answer meanwhile. */
export async function openStoreAside(
  options: StoreOptions,
  prepare: () => Promise<StartFinding | null>,
  signal: AbortSignal = never,
): Promise<Store> {
  const lock = takeFolder(options.folder);
  const pastLocks = pastLocksOn(options, signal);
  const open = async () => {
    const finding = await pastLocks(prepare);
    return pastLocks(() => storeOn({ db: openPrepared(options.folder, 50), lock, finding }, options));
  };
  try {
    return await open().catch((error) => judgedAnew(options.folder, error, open));
  } catch (error) {
    lock.release();
    throw error;
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
