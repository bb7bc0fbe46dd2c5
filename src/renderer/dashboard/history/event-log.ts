import { signal } from '@preact/signals';
import type { EventRecord } from '../../../contract/events.ts';
import type { EventKind } from '../../../contract/names.ts';
import { LIMITS } from '../../../contract/names.ts';
import type { Window } from './window.ts';

/** Enough for the marks of most years; whoever wants to read on asks for more. */
const PAGES_AT_ONCE = 4;

/** Event log of a time window, newest first, loaded page by page. */
export function createEventLog(
  ask: (path: string, signal: AbortSignal) => Promise<EventRecord[]>,
  kinds: readonly EventKind[],
) {
  /** Null until the station has answered: before that, nobody knows that nothing happened. */
  const events = signal<readonly EventRecord[] | null>(null);
  /** Older ones of the stretch are still to be fetched. */
  const hasMore = signal(false);
  let stretch = '';
  let beginS = 0;
  let abort = new AbortController();

  const pathOf = (rest: string): string => `/api/events?limit=${LIMITS.events}&kinds=${kinds.join(',')}${rest}`;
  const page = async (
    found: readonly EventRecord[],
    mine: AbortController,
  ): Promise<{ all: readonly EventRecord[]; isLast: boolean }> => {
    const before = found.at(-1)?.id;
    const from = before === undefined ? '' : `&before=${before}`;
    const answer = await ask(pathOf(stretch + from), mine.signal);
    return { all: [...found, ...answer], isLast: answer.length < LIMITS.events };
  };
  const begin = (): AbortController => {
    abort.abort();
    abort = new AbortController();
    return abort;
  };

  /** Fetches events of a window, the first pages at once. */
  async function cover({ fromS, toS }: Window): Promise<void> {
    beginS = fromS;
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
  }

  return {
    events,
    hasMore,
    cover,
    /** Events since the newest that is known: a log of thousands is not fetched again every minute. */
    async follow(toS: number): Promise<void> {
      const known = events.peek();
      const sinceS = known?.[0]?.ts;
      // An event ahead of now was written by a clock that was set back, and has another time since.
      if (!known || sinceS === undefined || sinceS > toS) return cover({ fromS: beginS, toS });
      const mine = begin();
      const answer = await ask(pathOf(`&start=${Math.floor(sinceS)}&end=${Math.ceil(toS) + 1}`), mine.signal);
      if (mine.signal.aborted) return;
      if (answer.length === LIMITS.events) return cover({ fromS: beginS, toS });
      const ids = new Set(known.map(({ id }) => id));
      const fresh = answer.filter(({ id }) => !ids.has(id));
      if (fresh.length > 0) events.value = [...fresh, ...known];
    },
    /** The next page. */
    async more(): Promise<void> {
      const mine = begin();
      const { all, isLast } = await page(events.peek() ?? [], mine);
      if (mine.signal.aborted) return;
      events.value = all;
      hasMore.value = !isLast;
    },
    stop: (): void => abort.abort(),
  };
}
