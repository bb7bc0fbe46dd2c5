import { Slicer } from '../../src/base/clock.ts';
import { atOnce } from '../../src/base/steps.ts';
import type { HistoryReads } from '../../src/station/store/queries/history.ts';
import type { Ageing } from '../../src/station/store/tiers/ageing.ts';
import { FakeClock } from './fake-clock.ts';

type Asked<K extends 'range' | 'daily' | 'decimated'> = [
  store: { history: Pick<HistoryReads, K> },
  ...Parameters<HistoryReads[K]>,
];

/** Reads that a server makes in steps, all at once. */
export const rangeOf = (...[{ history }, ...asked]: Asked<'range'>) => atOnce(history.range(...asked));
export const dailyOf = (...[{ history }, ...asked]: Asked<'daily'>) => atOnce(history.daily(...asked));
export const decimatedOf = (...[{ history }, ...asked]: Asked<'decimated'>) => atOnce(history.decimated(...asked));

/** Ageing as the upkeep of every hour does it, all at once. `confirmedNowS`: a time that is vouched for. */
export const fold = (
  { ageing }: { ageing: Pick<Ageing, 'fold'> },
  signal: AbortSignal,
  confirmedNowS: number | null = null,
) => ageing.fold(confirmedNowS, new Slicer(new FakeClock()), signal);
