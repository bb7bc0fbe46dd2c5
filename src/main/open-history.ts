import type { Clock } from '../station/clock.ts';
import type { Heavy } from '../station/heavy/heavy.ts';
import { InThread } from '../station/heavy/in-thread.ts';
import type { BoardKind } from '../station/sensors/sample.ts';
import { deskPlan } from '../station/store/desk.ts';
import { setAside } from '../station/store/safety/data-folder.ts';
import { isStoreRefusal } from '../station/store/safety/lock.ts';
import { openStoreAside, type Store, type StoreOptions } from '../station/store/store.ts';
import { Turnstile } from '../station/store/turnstile.ts';
import { placeTrouble, Refuge } from './refuge.ts';
import type { Settings } from './settings.ts';
import { UserError } from './user-error.ts';

export interface History {
  store: Store;
  /** Whose measurements the folder holds; null while it is new. */
  owner: BoardKind | null;
  /** Sentences the user must see: what was salvaged or set aside. */
  notices: string[];
  /** For work beside the samples, on the folder where the history is kept. */
  heavy: Heavy;
  /** Set while it is kept in memory only. */
  refuge: { reason: string; diskIsBack: () => boolean } | null;
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
  heavyFor: (options: StoreOptions) => Heavy = (options) => new InThread(deskPlan(options, new Turnstile()), clock),
): Promise<History> {
  const options = storeOptions(settings, clock);
  const refuge = new Refuge(settings.dataDir);
  const heavy = heavyFor(options);
  let store: Store;
  try {
    store = await open(options, heavy);
  } catch (error) {
    const trouble = placeTrouble(settings.dataDir);
    if (trouble === null) throw error;
    const kind = wanted(null);
    const inMemory = { ...options, folder: refuge.open(kind, clock.nowS()) };
    const beside = heavyFor(inMemory);
    return withoutDisk(await open(inMemory, beside), beside, kind, settings.dataDir, trouble, clock);
  }
  const notices: string[] = [];
  let owner = ownerOf(store);
  const kind = wanted(owner);
  if (refuge.inUse && (owner === null || owner === kind)) {
    if (owner === null) store.learned.saveAll([{ ...OWNER, state: kind }], clock.nowS());
    store.close();
    notices.push(refuge.bringHome(kind, options));
    store = await open(options, heavy);
  }
  if (owner !== null && owner !== kind && !force) {
    if (kind !== 'sense-hat') {
      store.close();
      throw new UserError(
        `The folder ${settings.dataDir} holds the history of a ${words[owner]}; choose another with --data for the ${words[kind]}, or mix them with --force.`,
      );
    }
    store.close();
    const aside = setAside(settings.dataDir, `${owner}-${Math.round(clock.nowS())}`);
    store = await open(options, heavy);
    notices.push(`The history of the ${words[owner]} was set aside as ${aside}: a Sense HAT measures here now.`);
    owner = null;
  }
  if (ownerOf(store) === null) store.learned.saveAll([{ ...OWNER, state: kind }], clock.nowS());
  return { store, owner, notices, heavy, refuge: null };
}

/** A disk that takes nothing at the start is no reason not to measure. */
function withoutDisk(
  store: Store,
  heavy: Heavy,
  kind: BoardKind,
  dataDir: string,
  trouble: string,
  clock: Clock,
): History {
  if (ownerOf(store) === null) store.learned.saveAll([{ ...OWNER, state: kind }], clock.nowS());
  const reason = `The disk of ${dataDir} ${trouble}: what is measured now is kept in memory only, and goes into the history when the disk takes it again. Until then the past is not shown.`;
  const diskIsBack = () => placeTrouble(dataDir) === null;
  return { store, owner: kind, notices: [reason], heavy, refuge: { reason, diskIsBack } };
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

async function open(options: StoreOptions, heavy: Heavy): Promise<Store> {
  const quiet = { signal: new AbortController().signal, progress: () => {} };
  try {
    return await openStoreAside(options, () => heavy.run('prepare', { nowS: options.clock.nowS() }, quiet));
  } catch (error) {
    if (isStoreRefusal(error)) throw new UserError(error.message);
    throw error;
  }
}
