import { endpoints } from '../../contract/endpoints.ts';
import type { EventsQuery } from '../../contract/requests.ts';
import type { Status } from '../../contract/status.ts';
import { found } from '../../http/api-error.ts';
import type { StationApi } from '../../station/api.ts';
import type { EventFilter } from '../../station/store/tables/events.ts';
import { sentence } from '../../words/sentence.ts';
import type { Speaker } from '../../words/speaker.ts';
import type { Answering } from '../answers/answering.ts';
import { inOrder } from '../gate/window.ts';

export function statusRoutes(
  { read }: Answering<Pick<StationApi, 'status' | 'display' | 'watch'>>,
  ofTheServer: (speaker: Speaker) => Pick<Status, 'stream_clients' | 'connections' | 'lan_urls'>,
): void {
  read(endpoints.status, ({ of, speaker }) => ({ ...of.status(speaker), ...ofTheServer(speaker) }), 'briefly');
  read(
    endpoints.events,
    ({ of, query: { limit, ...bounds }, speaker }) => of.watch.events(limit, filterOf(bounds), speaker),
    'briefly',
  );
  read(endpoints.display, ({ of }) => found(of.display(), sentence('refusal.display-off')), 'briefly');
}

function filterOf({ start: startS, end: endS, before: beforeId, kinds }: Omit<EventsQuery, 'limit'>): EventFilter {
  inOrder(startS, endS);
  return { startS, endS, beforeId, kinds };
}
