import { signal } from '@preact/signals';
import { DAY_S } from '../../../base/durations.ts';
import { LIMITS } from '../../../contract/names.ts';
import type { Notes } from '../../../contract/notes.ts';
import type { Quality } from '../../../contract/quality.ts';
import { getJson } from '../../kit/data/station.ts';
import type { Window } from './window.ts';

/** Answer for the stretch of time that is shown. */
function createSpanLog<A>(none: A, pathOf: (fromS: number, endS: number) => string) {
  const of = signal(none);
  let abort = new AbortController();

  return {
    of,
    async cover({ fromS, toS }: Window): Promise<void> {
      abort.abort();
      const mine = new AbortController();
      abort = mine;
      const answer = await getJson<A>(pathOf(Math.floor(fromS), Math.ceil(toS) + 1), mine.signal);
      // The same once more is no news: charts and lists would be drawn again.
      if (!mine.signal.aborted && JSON.stringify(answer) !== JSON.stringify(of.peek())) of.value = answer;
    },
    stop: (): void => abort.abort(),
  };
}

const YEAR_S = 366 * DAY_S;

/** Quality flags of a stretch of time, and the values they skip. */
export const createFlagLog = () =>
  createSpanLog<Quality>(
    { spans: [], points: [] },
    (fromS, endS) => `/api/quality?start=${Math.max(fromS, endS - YEAR_S)}&end=${endS}`,
  );

/** The notes beside a stretch of time, newest first. */
export const createNoteLog = () =>
  createSpanLog<Notes>(
    { notes: [], total: 0 },
    (fromS, endS) => `/api/notes?limit=${LIMITS.notes}&start=${fromS}&end=${endS}`,
  );
