import { signal } from '@preact/signals';
import { DAY_S } from '../../../base/durations.ts';
import { LIMITS } from '../../../contract/names.ts';
import type { Note, Notes } from '../../../contract/notes.ts';
import type { Quality } from '../../../contract/quality.ts';
import type { Window } from './window.ts';

type Ask<T> = (path: string, signal: AbortSignal) => Promise<T>;

/** Answer for the stretch of time that is shown. */
function createSpanLog<A, T>(
  ask: Ask<A>,
  none: T,
  pathOf: (fromS: number, endS: number) => string,
  read: (answer: A) => T,
) {
  const of = signal(none);
  let abort = new AbortController();

  return {
    of,
    /** Fetches the answer of a window. */
    async cover({ fromS, toS }: Window): Promise<void> {
      abort.abort();
      const mine = new AbortController();
      abort = mine;
      const answer = read(await ask(pathOf(Math.floor(fromS), Math.ceil(toS) + 1), mine.signal));
      // The same once more is no news: charts and lists would be drawn again.
      if (!mine.signal.aborted && JSON.stringify(answer) !== JSON.stringify(of.peek())) of.value = answer;
    },
    stop: (): void => abort.abort(),
  };
}

const YEAR_S = 366 * DAY_S;

/** Quality flags of a stretch of time, and the values they skip. */
export const createFlagLog = (ask: Ask<Quality>) =>
  createSpanLog<Quality, Quality>(
    ask,
    { spans: [], points: [] },
    (fromS, endS) => `/api/quality?start=${Math.max(fromS, endS - YEAR_S)}&end=${endS}`,
    (answer) => answer,
  );

/** The notes beside a stretch of time, newest first. */
export const createNoteLog = (ask: Ask<Notes>) =>
  createSpanLog<Notes, readonly Note[]>(
    ask,
    [],
    (fromS, endS) => `/api/notes?limit=${LIMITS.notes}&start=${fromS}&end=${endS}`,
    ({ notes }) => notes,
  );
