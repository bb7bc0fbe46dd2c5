import { signal } from '@preact/signals';
import type { EventRecord } from '../../../contract/events.ts';
import type { EventKind } from '../../../contract/names.ts';
import { LIMITS } from '../../../contract/names.ts';
import type { Window } from './window.ts';

/** Pages fetched at first: enough for the marks of most years. */
const PAGES_AT_ONCE = 4;

/** Event log of a time window, newest first, loaded page by page. */
export function createEventLog(
  ask: (path: string, signal: AbortSignal) => Promise<EventRecord[]>,
  kinds: readonly EventKind[],
) {
  /** Null until the station has answered: an empty log would say that nothing happened. */
  const events = signal<readonly EventRecord[] | null>(null);
  /** Whether older events of the window are still to be fetched. */
  const hasMore = signal(false);
  let stretch = '';
  let beginS = 0;
  let abort = new AbortController();
  let isCovering = false;

  const pathOf = (rest: string): string => `/api/events?limit=${LIMITS.events}&kinds=${kinds.join(',')}${rest}`;
  const page = async (before: number | undefined, mine: AbortSignal) => {
    const from = before === undefined ? '' : `&before=${before}`;
    const older = await ask(pathOf(stretch + from), mine);
    return { older, isLast: older.length < LIMITS.events };
  };

  async function firstPages(mine: AbortSignal): Promise<void> {
    const found: EventRecord[] = [];
    let isEnd = false;
    for (let i = 0; i < PAGES_AT_ONCE && !isEnd; i++) {
      const { older, isLast } = await page(found.at(-1)?.id, mine);
      if (mine.aborted) return;
      found.push(...older);
      isEnd = isLast;
    }
    events.value = found;
    hasMore.value = !isEnd;
  }

  /** Fetches the first pages of a window, and gives up requests for another. */
  async function cover({ fromS, toS }: Window): Promise<void> {
    abort.abort();
    const mine = new AbortController();
    abort = mine;
    beginS = fromS;
    stretch = `&start=${Math.floor(fromS)}&end=${Math.ceil(toS) + 1}`;
    isCovering = true;
    await firstPages(mine.signal).finally(() => {
      if (mine === abort) isCovering = false;
    });
  }

  return {
    events,
    hasMore,
    cover,
    /** Fetches events since the newest known, so that a log of thousands is not fetched every minute. */
    async follow(toS: number): Promise<void> {
      if (isCovering) return;
      const known = events.peek();
      const sinceS = known?.[0]?.ts;
      // An event ahead of now was written by a clock that was set back, and has another time since.
      if (!known || sinceS === undefined || sinceS > toS) return cover({ fromS: beginS, toS });
      const mine = abort.signal;
      const answer = await ask(pathOf(`&start=${Math.floor(sinceS)}&end=${Math.ceil(toS) + 1}`), mine);
      if (mine.aborted) return;
      if (answer.length === LIMITS.events) return cover({ fromS: beginS, toS });
      // A next page may have come meanwhile.
      const now = events.peek() ?? [];
      const ids = new Set(now.map(({ id }) => id));
      const fresh = answer.filter(({ id }) => !ids.has(id));
      if (fresh.length > 0) events.value = [...fresh, ...now];
    },
    /** Whether events of a window are still to be fetched: the log begins before the window that is shown. */
    lacks: ({ fromS }: Window): boolean => hasMore.value && events.value!.at(-1)!.ts >= fromS,
    /** Fetches pages up to one with an event of a window; once, however often it is called. */
    async more({ fromS, toS }: Window): Promise<void> {
      const mine = abort.signal;
      for (let isFound = false; !isFound; ) {
        const oldest = events.peek()?.at(-1)?.id;
        const { older, isLast } = await page(oldest, mine);
        const now = events.peek() ?? [];
        if (mine.aborted || now.at(-1)?.id !== oldest) return;
        events.value = [...now, ...older];
        hasMore.value = !isLast;
        isFound = isLast || older.some(({ ts }) => ts >= fromS && ts <= toS);
      }
    },
    stop: (): void => abort.abort(),
  };
}
