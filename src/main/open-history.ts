import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, never } from '../base/clock.ts';
import { HOUR_MS } from '../base/durations.ts';
import { freeName } from '../base/free-name.ts';
import { unlessRefused } from '../base/system-error.ts';
import type { Heavy } from '../station/jobs/heavy.ts';
import { InThread } from '../station/jobs/in-thread.ts';
import { type BoardKind, isReal } from '../station/sensors/sample.ts';
import { LEAST_ROOM, roomIn } from '../station/store/disk-room.ts';
import type { TroubleAtStart } from '../station/store/disk-trouble.ts';
import { openStoreAside, pastLocksOn } from '../station/store/open-store.ts';
import { setAside } from '../station/store/rescue/backups/set-aside.ts';
import { roomForRescue } from '../station/store/rescue/salvage.ts';
import { OWNER, ownerOf } from '../station/store/rescue/standby/standby.ts';
import { SCHEMA_VERSION } from '../station/store/sqlite/migrations/migrate.ts';
import { isFolderTaken, isNoRoomToRescue, isStoreRefusal } from '../station/store/sqlite/store-refusal.ts';
import { Turnstile } from '../station/store/sqlite/turnstile.ts';
import { schemaOf } from '../station/store/sqlite/which-schema.ts';
import { DATABASE_FILE, Store } from '../station/store/store.ts';
import type { StoreOptions } from '../station/store/tables.ts';
import { workerStorePlan } from '../station/store/worker-store.ts';
import { type Sentence, sentence } from '../words/sentence.ts';
import { type DiskTrouble, diskTrouble, hasRoom, runtimeFolder, takesBytes, troubleOf } from './machine/data-disk.ts';
import type { Settings } from './settings/settings.ts';
import { StoppedFirst, UserError, unlessStopped } from './user-error.ts';

export interface History {
  store: Store;
  /** Board whose readings the folder holds; null while it is new. */
  owner: BoardKind | null;
  /** Sentences the user must see: what was set aside. */
  notices: Sentence[];
  heavy: Heavy;
  /** Set while it is kept over a standby database, because the disk takes nothing: `store.trouble` says so. */
  diskIsBack: (() => Promise<boolean>) | null;
  /** That standby is in memory: a stop loses what the disk does not take. */
  isInMemory: boolean;
}

export const systemTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const storeOptions = ({ config, dataDir, origin }: Settings, clock: Clock): StoreOptions => ({
  folder: dataDir,
  runtimeFolder: runtimeFolder(dataDir, origin.env),
  clock,
  rawRetentionDays: config.storage.raw_retention_days,
  fiveMinRetentionDays: config.storage.five_min_retention_days,
  timeZone: config.site.timezone ?? systemTimeZone(),
  waits: (why) => void (why && process.stderr.write(`weatherglass: ${why.detail}\n`)),
});

export interface Opening {
  settings: Settings;
  clock: Clock;
  /** Kind of board that will measure, given the one whose readings the folder holds. */
  kindFor: (owner: BoardKind | null) => BoardKind;
  /** Lets a board write into another one's history. */
  force?: boolean | undefined;
  heavyFor?: (options: StoreOptions) => Heavy;
  told?: StoreOptions['told'];
  /** In place of a line on stderr. */
  waits?: StoreOptions['waits'];
  /** Ends a look at the folder, and the wait for another program's lock on it. */
  signal?: AbortSignal | undefined;
}

export const heavyInside = (options: StoreOptions): Heavy =>
  new InThread(workerStorePlan(options, new Turnstile()), options.clock);

/**
 * Opens the data folder for a board. Real and made-up weather never share a history: a simulated one is set aside when a real board
 * comes, and a real one is not touched by a simulator unless forced.
 */
export async function openHistory(opening: Opening): Promise<History> {
  const { settings, clock, kindFor, force = false, heavyFor = heavyInside, told, waits, signal } = opening;
  const { dataDir } = settings;
  const options = { ...storeOptions(settings, clock), told, ...(waits && { waits }) };
  const heavy = heavyFor(options);
  let store: Store;
  try {
    store = await open(options, heavy, signal);
  } catch (error) {
    const disk = unusableDisk(error, dataDir);
    if (disk === null) throw error;
    return beginWithout(disk, options, heavy, kindFor(null), signal);
  }
  try {
    const owner = ownerOf(store);
    const kind = kindFor(owner);
    if (!(await store.bringHome())) {
      store.close(); // some room is not enough: what waits stays where it is, and so do we
      return beginWithout({ trouble: 'is full', neededBytes: 0 }, options, heavy, kind, signal);
    }
    const held = force ? null : heldAgainst(kind, owner, store);
    if (held !== null) {
      throw new UserError(
        `The folder ${dataDir} has ${held}. Choose another folder with --data for the ${words[kind]}, or mix both with --force.`,
      );
    }
    const notices: Sentence[] = [];
    const isOther = owner !== null && owner !== kind && !force;
    if (isOther || (kind === 'simulator' && owner === kind && hasMovedAtOnce(store, settings))) {
      store.close();
      // Minutes of made-up weather are worth one copy, however often somebody tries a place.
      const label = isOther ? freeLabel(dataDir, `${owner}-${Math.round(clock.nowS())}`) : MOVED;
      const { name: aside, backupsStay } = setAside(dataDir, label);
      if (isOther) notices.push(sentence('history.set-aside', { owner: words[owner], aside }));
      if (backupsStay !== null) notices.push(sentence('history.backups-stay', { why: backupsStay }));
      store = await open(options, heavy, signal);
    }
    if (ownerOf(store) === null) own(store, kind, clock);
    return { store, owner: isOther ? null : owner, notices, heavy, diskIsBack: null, isInMemory: false };
  } catch (error) {
    store.close(); // and gives the folder back
    throw error;
  }
}

/** History that keeps a board of this kind out of the folder, in words; null if none does. A real board takes a made-up history's place. */
function heldAgainst(kind: BoardKind, owner: BoardKind | null, store: Store): string | null {
  if (owner === null) return !isReal(kind) && store.imports.list().length > 0 ? 'imported history' : null;
  const isRefused = owner !== kind && (!isReal(kind) || isReal(owner));
  return isRefused ? `the history of a ${words[owner]}` : null;
}

/**
 * Opens the data folder for work on what it holds, whoever measures there. Its owner is null while nobody has. The notices say what the
 * opening found, a damaged database above all: a command shows no events. A job waits for another program's lock.
 */
export async function openFolder(settings: Settings, clock: Clock, signal = never) {
  const notices: string[] = [];
  const told: StoreOptions['told'] = ({ severity, detail }) => void (severity !== 'info' && notices.push(detail));
  const options = { ...storeOptions(settings, clock), told };
  const heavy = heavyInside(options);
  const store = await open(options, heavy, signal);
  if (!(await store.bringHome())) {
    store.close();
    throw new UserError(`The disk of ${settings.dataDir} is full.`);
  }
  const pastLocks = pastLocksOn(options, signal);
  const waiting: Heavy = { run: (name, input, handle) => pastLocks(() => heavy.run(name, input, handle)) };
  return { store, owner: ownerOf(store), notices, heavy: waiting };
}

/** A free label for a history: no database and no backup has it yet. */
function freeLabel(folder: string, label: string): string {
  const places = (one: string) => [`weatherglass-${one}.db`, `backups/${one}`];
  return freeName(label, (one) => places(one).some((name) => existsSync(join(folder, name))));
}

const MOVED = 'simulator-moved';
/** Ticks of an hour: somebody who sets the station up has told it where it stands by then. */
const AN_HOUR_OF_TICKS = 12;

/**
 * A board stays where it is when somebody corrects the altitude, but made-up weather moves to the new one. Of a station that was
 * just set up the minutes before would be a pressure that never was, and a fall of it that lasts for ever in the records. Where
 * somebody has told it something, their words are worth more than those minutes.
 */
function hasMovedAtOnce(store: Store, { config }: Settings): boolean {
  const last = store.scales.all().at(-1);
  const moved = last !== undefined && last.scale.altitudeM !== config.site.altitude_m;
  return moved && store.ticks.latest(AN_HOUR_OF_TICKS + 1).length <= AN_HOUR_OF_TICKS && !isTold(store);
}

const isTold = ({ labels, calibrations }: Store): boolean => labels.recent(1).length > 0 || calibrations.count() > 0;

/** Disk that a start could not open, and the free room with which another is worth a try. */
interface UnusableDisk extends TroubleAtStart {
  trouble: DiskTrouble;
  neededBytes: number;
}

/** Why a start that failed goes on without its disk; null where waiting would mend nothing. With some room left it may have lacked more. */
function unusableDisk(failed: unknown, folder: string): UnusableDisk | null {
  const error = (failed as Error).cause ?? failed;
  if (failed instanceof StoppedFirst || isFolderTaken(error)) return null;
  const trouble = troubleOf(error) === 'is full' ? 'is full' : diskTrouble(folder);
  if (trouble !== 'is full') return trouble && { trouble, neededBytes: 0 };
  const rescueBytes = roomForRescue(folder);
  const isDamaged = isNoRoomToRescue(error);
  const { freeBytes, totalBytes } = roomIn(folder) ?? { freeBytes: 0, totalBytes: 0 };
  // A rescue may do with less than it asks for. It writes until it fails, so another try is worth a tenth more, where the disk tells of it.
  const moreBytes = isDamaged ? rescueBytes / (totalBytes > 0 ? 10 : 1) : LEAST_ROOM;
  const neededBytes = Math.min(freeBytes + moreBytes, rescueBytes); // no start writes more than a rescue
  return { trouble, neededBytes, ...(isDamaged && { rescueBytes }) };
}

/** A disk that takes nothing at the start is no reason not to measure. */
function beginWithout(disk: UnusableDisk, options: StoreOptions, heavy: Heavy, kind: BoardKind, signal = never) {
  const store = new Store({ ...disk, kind }, options);
  const { folder, clock } = options;
  own(store, kind, clock); // what it begins with came from another's history
  const isAnother = watchDatabase(folder);
  let askAgainMs = clock.steadyMs();
  const takesIt = async (): Promise<boolean> => {
    // A rescue has given back what it took before rows come home.
    const bytes = Math.max(isAnother() ? 0 : disk.neededBytes, store.place.roomAway);
    const isRoom = hasRoom(folder, bytes);
    if (isRoom !== null || clock.steadyMs() < askAgainMs) return isRoom ?? false;
    askAgainMs = clock.steadyMs() + HOUR_MS; // to write as much wears a card
    return takesBytes(folder, bytes, signal);
  };
  const diskIsBack = async (): Promise<boolean> => (await takesIt()) && !isOfNewer(folder);
  return { store, owner: kind, notices: [], heavy, diskIsBack, isInMemory: store.isInMemory };
}

/** Whether a newer program wrote the database that is there by now: a start would refuse it, and nobody measured any more. */
const isOfNewer = (folder: string): boolean => Number(schemaOf(join(folder, DATABASE_FILE))) > SCHEMA_VERSION;

/**
 * Watches for another database in the place of the present one: somebody has restored a backup by hand, or copied one over it. A copy
 * under way is not another yet: it is one where two looks find the same.
 */
function watchDatabase(folder: string): () => boolean {
  const fileAt = (name: string): string => {
    const found = unlessRefused(() => statSync(join(folder, name)));
    return found?.size ? `${found.ino} ${found.size} ${found.mtimeMs}` : ''; // a look at a database leaves an empty log
  };
  const look = () => [DATABASE_FILE, `${DATABASE_FILE}-wal`].map(fileAt).join(', ');
  const first = look();
  let last = first;
  return () => {
    const before = last;
    last = look();
    return last !== first && last === before;
  };
}

const words: Record<BoardKind, string> = {
  'sense-hat': 'Sense HAT',
  inputs: 'station that reports here',
  simulator: 'simulator',
  replay: 'replayed record',
};

/** A disk that has just filled up takes it at the next start. */
const own = (store: Store, kind: BoardKind, clock: Clock): boolean =>
  store.attempt(() => store.learned.saveAll([{ ...OWNER, state: kind }], clock.nowS()));

async function open(options: StoreOptions, heavy: Heavy, signal: AbortSignal = never): Promise<Store> {
  const quiet = { signal, progress: () => {} };
  try {
    return await openStoreAside(options, () => heavy.run('prepare', { nowS: options.clock.nowS() }, quiet), signal);
  } catch (error) {
    unlessStopped(signal);
    if (isStoreRefusal(error)) throw new UserError(error.message, { cause: error });
    throw error;
  }
}
