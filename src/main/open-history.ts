import type { Clock } from '../station/clock.ts';
import type { Heavy } from '../station/heavy/heavy.ts';
import { InThread } from '../station/heavy/in-thread.ts';
import type { BoardKind } from '../station/sensors/sample.ts';
import { deskPlan } from '../station/store/desk.ts';
import { setAside } from '../station/store/safety/data-folder.ts';
import { isStoreRefusal } from '../station/store/safety/lock.ts';
import { openStoreAside, type Store, type StoreOptions } from '../station/store/store.ts';
import { Turnstile } from '../station/store/turnstile.ts';
import type { Settings } from './settings.ts';
import { UserError } from './user-error.ts';

export interface History {
  store: Store;
  /** Whose measurements the folder holds; null while it is new. */
  owner: BoardKind | null;
  /** Sentences the user must see: what was salvaged or set aside. */
  notices: string[];
}

const OWNER = { name: 'history.owner', version: 1 };

export const systemTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const storeOptions = ({ config, dataDir }: Settings, clock: Clock): StoreOptions => ({
  folder: dataDir,
  clock,
  rawRetentionDays: config.storage.raw_retention_days,
  fiveMinRetentionDays: config.storage.five_min_retention_days,
  timeZone: config.site.timezone ?? systemTimeZone(),
});

/**
 * Opens the data folder for a board of the kind that `wanted` names. Real and made-up weather never share a history: a simulated
 * one is set aside when a real board comes, and a real one is not touched by a simulator unless forced.
 */
export async function openHistory(
  settings: Settings,
  clock: Clock,
  wanted: (owner: BoardKind | null) => BoardKind,
  force: boolean,
  heavy: Heavy = new InThread(deskPlan(storeOptions(settings, clock), new Turnstile()), clock),
): Promise<History> {
  let store = await open(settings, clock, heavy);
  const notices: string[] = [];
  const owner = ownerOf(store);
  const kind = wanted(owner);
  if (owner !== null && owner !== kind && !force) {
    if (kind !== 'sense-hat') {
      store.close();
      throw new UserError(
        `The folder ${settings.dataDir} holds the history of a ${words[owner]}; choose another with --data for the ${words[kind]}, or mix them with --force.`,
      );
    }
    store.close();
    const aside = setAside(settings.dataDir, `${owner}-${Math.round(clock.nowS())}`);
    store = await open(settings, clock, heavy);
    notices.push(`The history of the ${words[owner]} was set aside as ${aside}: a Sense HAT measures here now.`);
  }
  if (ownerOf(store) === null) store.learned.saveAll([{ ...OWNER, state: kind }], clock.nowS());
  return { store, owner, notices };
}

const words: Record<BoardKind, string> = {
  'sense-hat': 'Sense HAT',
  simulator: 'simulator',
  replay: 'replayed record',
};

function ownerOf(store: Store): BoardKind | null {
  const saved = store.learned.load(OWNER.name, OWNER.version);
  return saved.found ? (saved.state as BoardKind) : null;
}

async function open(settings: Settings, clock: Clock, heavy: Heavy): Promise<Store> {
  const quiet = { signal: new AbortController().signal, progress: () => {} };
  try {
    return await openStoreAside(storeOptions(settings, clock), () =>
      heavy.run('prepare', { nowS: clock.nowS() }, quiet),
    );
  } catch (error) {
    if (isStoreRefusal(error)) throw new UserError(error.message);
    throw error;
  }
}
