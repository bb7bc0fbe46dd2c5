import { lockedByOthers, openPrepared, prepareFolder, takeFolder } from '../../src/station/store/rescue/data-folder.ts';
import { isBusy } from '../../src/station/store/sqlite/database.ts';
import { Store } from '../../src/station/store/store.ts';
import type { StoreOptions } from '../../src/station/store/tables.ts';

/** A start as the product makes it (`openStoreAside`), all at once and without a thread. */
export function openStore(options: StoreOptions): Store {
  const { folder, clock } = options;
  const lock = takeFolder(folder);
  try {
    const finding = prepareFolder(folder, clock.nowS(), options);
    return new Store({ db: openPrepared(folder), lock, finding }, options);
  } catch (error) {
    lock.release();
    throw isBusy(error) ? lockedByOthers(folder) : error;
  }
}
