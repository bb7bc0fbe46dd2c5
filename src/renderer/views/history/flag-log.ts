import { type ReadonlySignal, signal } from '@preact/signals';
import { DAY_S } from '../../../base/durations.ts';
import type { Quality } from '../../../contract/quality.ts';
import type { Window } from './window.ts';

/** Quality flags of a stretch of time, and the values they skip. */
export interface FlagLog {
  quality: ReadonlySignal<Quality>;
  cover(window: Window): Promise<void>;
  /** Fetches the same window again after a mark was set. */
  again(): Promise<void>;
  stop(): void;
}

const NONE: Quality = { spans: [], points: [] };
const YEAR_S = 366 * DAY_S;

export function createFlagLog(ask: (path: string, signal: AbortSignal) => Promise<Quality>): FlagLog {
  const quality = signal(NONE);
  let abort = new AbortController();
  let path: string | null = null;

  const again = async (): Promise<void> => {
    if (path === null) return;
    abort.abort();
    const mine = new AbortController();
    abort = mine;
    const answer = await ask(path, mine.signal);
    // Nothing after nothing is no news: the charts would be drawn once more.
    if (!mine.signal.aborted && answer.spans.length + quality.peek().spans.length > 0) quality.value = answer;
  };
  return {
    quality,
    cover({ fromS, toS }) {
      const end = Math.ceil(toS) + 1;
      path = `/api/quality?start=${Math.max(Math.floor(fromS), end - YEAR_S)}&end=${end}`;
      return again();
    },
    again,
    stop: () => abort.abort(),
  };
}
