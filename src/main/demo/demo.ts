import { anotherTurn, type Clock } from '../../base/clock.ts';
import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Config } from '../../config/config.ts';
import { type SeedPlan, seedHistory } from '../../station/seed.ts';
import { roomIn } from '../../station/store/disk-room.ts';
import { takeFolder } from '../../station/store/rescue/data-folder.ts';
import type { Store } from '../../station/store/store.ts';
import { TICK_S } from '../../station/tick.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import { simulatorOf } from '../machine/board.ts';
import { diskTrouble, troubleOf } from '../machine/data-disk.ts';
import { type Opening, openHistory, systemTimeZone } from '../open-history.ts';
import { clearHalfMade, isMade, setMade } from '../settings/demo-folder.ts';
import type { Settings } from '../settings/settings.ts';
import { keptWeather, weatherIn } from '../simulated-weather.ts';
import { UserError, unlessStopped } from '../user-error.ts';
import { foretellPast } from './past-forecasts.ts';

/** Sample spacings: charts need one an hour, forecasts learn from five minutes. A year takes seconds; every 30 s it took a minute. */
const SPACINGS: readonly { reachS: number; stepS: number }[] = [
  { reachS: 365 * DAY_S, stepS: HOUR_S },
  { reachS: 28 * DAY_S, stepS: TICK_S },
  { reachS: DAY_S, stepS: 60 },
];

const YEAR_S = SPACINGS[0]!.reachS;
/** Years before the year, so that History can say what is usual: from the first of January three years ago, on any day of this one. */
const EARLIER_YEARS = 3;
const EARLIER_S = EARLIER_YEARS * YEAR_S + 10 * DAY_S;
const EARLIER_STEP_S = 6 * HOUR_S;
/** Around the date of each earlier year there is a row an hour: a day is compared by its hours, today and in the weeks to come. */
const AROUND = { beforeS: 40 * DAY_S, afterS: 75 * DAY_S };

const MB = 1e6;
/** Disk space for a year (76 MB with its log and what the station learns from it) and its first backup. */
const YEAR_MB = 150;

/** Less than this is a pause like any other. */
const SHORTEST_GAP_S = 600;

/** The stretches from `fromS` to `endS`, each on its own spacing, with its borders on the coarser of the two grids. */
export function demoPlan(fromS: number, endS: number): SeedPlan[] {
  const plans: SeedPlan[] = [];
  let reachedS = Math.max(fromS, endS - YEAR_S);
  SPACINGS.forEach(({ stepS }, i) => {
    const finer = SPACINGS[i + 1];
    const onGrid = (tS: number) => Math.ceil(tS / stepS) * stepS;
    const startS = onGrid(reachedS);
    const untilS = finer === undefined ? Math.floor(endS) : onGrid(endS - finer.reachS);
    if (untilS <= startS) return;
    plans.push({ startS, endS: untilS, stepS });
    reachedS = untilS;
  });
  return plans;
}

/** The years before the year: rows every six hours, and every hour around this date. They teach climatology and no forecast. */
export function earlierPlan(endS: number): SeedPlan[] {
  const untilS = demoPlan(endS - YEAR_S, endS)[0]!.startS;
  const plans: SeedPlan[] = [];
  const onGrid = (tS: number) => Math.floor(tS / EARLIER_STEP_S) * EARLIER_STEP_S;
  let reachedS = onGrid(untilS - EARLIER_S);
  const until = (toS: number, stepS: number): void => {
    const [startS, cutS] = [reachedS, Math.min(onGrid(toS), untilS)];
    if (cutS <= startS) return;
    plans.push({ startS, endS: cutS, stepS, withTicks: false });
    reachedS = cutS;
  };
  for (let ago = EARLIER_YEARS; ago > 0; ago--) {
    const dateS = endS - ago * YEAR_S;
    until(dateS - AROUND.beforeS, EARLIER_STEP_S);
    until(dateS + AROUND.afterS, HOUR_S);
  }
  return plans;
}

/**
 * Fills the folder of a demonstration with simulated weather: a year and what is usual at the first start, later what has passed since the last.
 * Null where there was nothing to fill. The forecasts learn from it as from any history, in the station's own heavy thread.
 */
export async function makeDemo(
  settings: Settings,
  clock: Clock,
  opening: Pick<Opening, 'waits' | 'signal'> = {},
  lengthS = YEAR_S,
) {
  const { config, dataDir } = settings;
  const startedMs = clock.steadyMs();
  const isFirst = !isMade(dataDir);
  const neededMb = isFirst ? Math.ceil((YEAR_MB * lengthS) / YEAR_S) : 0;
  if (diskTrouble(dataDir) !== null) throw noPlace(dataDir, neededMb);
  if (isFirst) clearedAlone(dataDir);
  const { freeBytes, totalBytes } = roomIn(dataDir)!;
  const isShort = totalBytes > 0 && freeBytes < neededMb * MB; // some network disks do not know
  if (isShort) throw noPlace(dataDir, neededMb);
  const { store } = await openHistory({ settings, clock, kindFor: () => 'simulator', ...opening });
  try {
    if (store.trouble) throw noPlace(dataDir, neededMb);
    const endS = clock.nowS();
    const fromS = store.samples.newestTs() ?? endS - lengthS;
    if (!isFirst && endS - fromS < SHORTEST_GAP_S) return null;
    const isWhole = endS - fromS >= YEAR_S && isFirst;
    const plans = [...(isWhole ? earlierPlan(endS) : []), ...demoPlan(fromS, endS)];
    await fill(store, config, plans, endS, opening.signal);
    const timeZone = config.site.timezone ?? systemTimeZone();
    // Later starts go on with what the station itself has foretold.
    if (isFirst) await foretellPast({ store, config, timeZone, clock, nowS: endS, signal: opening.signal });
    // What was made belongs to no clock that measured before it: when that proves wrong, this stays.
    store.clock.begin({ fromS, offsetS: 0, wallOffsetS: 0, boot: '', leapt: false, confirmed: true });
    setMade(dataDir);
    return { days: (endS - fromS) / DAY_S, seconds: (clock.steadyMs() - startedMs) / 1000 };
  } catch (error) {
    throw troubleOf(error) === null ? error : noPlace(dataDir, neededMb);
  } finally {
    store.close();
  }
}

function noPlace(folder: string, neededMb: number): UserError {
  const freeMb = Math.floor((roomIn(folder)?.freeBytes ?? 0) / MB);
  const trouble = diskTrouble(folder);
  // The figure says nothing of a read-only disk, nor of a quota that is used up.
  const isSaid = trouble === 'is read-only' || (trouble !== null && freeMb >= neededMb);
  const state = isSaid ? trouble : `has ${freeMb} MB free`;
  const wants = neededMb > 0 ? `needs ${neededMb} MB there` : 'stores its weather there';
  return new UserError(`The disk of ${folder} ${state}, and the demo ${wants}. Choose another folder with --data.`);
}

function clearedAlone(dataDir: string): void {
  const lock = takeFolder(dataDir);
  try {
    clearHalfMade(dataDir);
  } finally {
    lock.release();
  }
}

async function fill(store: Store, config: Config, plans: readonly SeedPlan[], nowS: number, signal?: AbortSignal) {
  const board = simulatorOf(config, keptWeather(store, weatherIn(config), nowS));
  for (const plan of plans)
    for (const _ of seedHistory(store, board, config, plan)) {
      unlessStopped(signal);
      await anotherTurn(); // whoever waits for the page is told that it is being made
    }
}

export const demoNotice = (folder: string): Sentence => sentence('station.demo', { folder });
