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
  sizeOf: (one: T) => number,
) {
  const of = signal(none);
  let abort = new AbortController();
  let path: string | null = null;

  /** Fetches the same window again after a change. */
  const again = async (): Promise<void> => {
    if (path === null) return;
    abort.abort();
    const mine = new AbortController();
    abort = mine;
    const answer = read(await ask(path, mine.signal));
    // An empty list after an empty one is no news: charts and lists would be drawn once more.
    if (!mine.signal.aborted && sizeOf(answer) + sizeOf(of.peek()) > 0) of.value = answer;
  };
  return {
    of,
    /** Fetches the answer of a window. */
    cover({ fromS, toS }: Window): Promise<void> {
      path = pathOf(Math.floor(fromS), Math.ceil(toS) + 1);
      return again();
    },
    again,
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
    ({ spans }) => spans.length,
  );

/** The notes beside a stretch of time, newest first. */
export const createNoteLog = (ask: Ask<Notes>) =>
  createSpanLog<Notes, readonly Note[]>(
    ask,
    [],
    (fromS, endS) => `/api/notes?limit=${LIMITS.notes}&start=${fromS}&end=${endS}`,
    ({ notes }) => notes,
    (notes) => notes.length,
  );
