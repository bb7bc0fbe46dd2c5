import { Slicer } from '../../src/base/clock.ts';
import type { HeavyHandle } from '../../src/base/heavy-handle.ts';
import { atOnce } from '../../src/base/steps.ts';
import type { HistoryReads } from '../../src/station/store/queries/history.ts';
import { nightlyBackup } from '../../src/station/store/rescue/backups/backup.ts';
import { Turnstile } from '../../src/station/store/sqlite/turnstile.ts';
import type { Ageing } from '../../src/station/store/tiers/ageing.ts';
import { openWorkerStore, workerStorePlan } from '../../src/station/store/worker-store.ts';
import { FakeClock } from './fake-clock.ts';

type Asked<K extends 'range' | 'daily' | 'decimated'> = [
  store: { history: Pick<HistoryReads, K> },
  ...Parameters<HistoryReads[K]>,
];

/** Reads that a server makes in steps, all at once. */
export const rangeOf = (...[{ history }, ...asked]: Asked<'range'>) => atOnce(history.range(...asked));
export const dailyOf = (...[{ history }, ...asked]: Asked<'daily'>) => atOnce(history.daily(...asked));
export const decimatedOf = (...[{ history }, ...asked]: Asked<'decimated'>) => atOnce(history.decimated(...asked));

/** Ageing as the upkeep of every hour does it, all at once. */
export const fold = ({ ageing }: { ageing: Pick<Ageing, 'fold'> }, signal: AbortSignal) =>
  ageing.fold(new Slicer(new FakeClock()), signal);

const QUIET: HeavyHandle = { signal: new AbortController().signal, progress: () => {} };

/** Backup as the nightly job makes it, beside the store. */
export async function backup({ folder }: { folder: string }, keep: number, nowS: number, handle = QUIET) {
  const days = { rawRetentionDays: 7, fiveMinRetentionDays: 90 };
  const plan = workerStorePlan({ folder, timeZone: 'UTC', ...days }, new Turnstile());
  const own = openWorkerStore(plan, new FakeClock(nowS));
  try {
    return await own.still((db) => nightlyBackup(db, own.backupFolder, keep, { nowS }, handle));
  } finally {
    own.close();
  }
}
