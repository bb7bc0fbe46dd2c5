import { type ReadonlySignal, signal } from '@preact/signals';
import type { EventRecord } from '../../../contract/events.ts';
import type { EventKind } from '../../../contract/names.ts';
import { LIMITS } from '../../../contract/names.ts';
import type { Window } from './window.ts';

/** Event log of a time window, newest first, loaded page by page. */
export interface EventLog {
  /** Null until the station has answered: before that, nobody knows that nothing happened. */
  events: ReadonlySignal<readonly EventRecord[] | null>;
  /** Older ones of the stretch are still to be fetched. */
  hasMore: ReadonlySignal<boolean>;
  /** Fetches events of a window, the first pages at once. */
  cover(window: Window): Promise<void>;
  /** The next page. */
  more(): Promise<void>;
  stop(): void;
}

/** Enough for the marks of most years; whoever wants to read on asks for more. */
const PAGES_AT_ONCE = 4;

export function createEventLog(
  ask: (path: string, signal: AbortSignal) => Promise<EventRecord[]>,
  kinds: readonly EventKind[],
): EventLog {
  const events = signal<readonly EventRecord[] | null>(null);
  const hasMore = signal(false);
  let stretch = '';
  let abort = new AbortController();

  const page = async (
    found: readonly EventRecord[],
    mine: AbortController,
  ): Promise<{ all: readonly EventRecord[]; isLast: boolean }> => {
    const before = found.at(-1)?.id;
    const from = before === undefined ? '' : `&before=${before}`;
    const path = `/api/events?limit=${LIMITS.events}&kinds=${kinds.join(',')}${stretch}${from}`;
    const answer = await ask(path, mine.signal);
    return { all: [...found, ...answer], isLast: answer.length < LIMITS.events };
  };
  const begin = (): AbortController => {
    abort.abort();
    abort = new AbortController();
    return abort;
  };

  return {
    events,
    hasMore,
    async cover({ fromS, toS }) {
      const mine = begin();
      stretch = `&start=${Math.floor(fromS)}&end=${Math.ceil(toS) + 1}`;
      let found: readonly EventRecord[] = [];
      let isLast = false;
      for (let i = 0; i < PAGES_AT_ONCE && !isLast; i++) {
        ({ all: found, isLast } = await page(found, mine));
        if (mine.signal.aborted) return;
      }
      events.value = found;
      hasMore.value = !isLast;
    },
    async more() {
      const mine = begin();
      const { all, isLast } = await page(events.peek() ?? [], mine);
      if (mine.signal.aborted) return;
      events.value = all;
      hasMore.value = !isLast;
    },
    stop: () => abort.abort(),
  };
}
