import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import type { EventsQuery } from '../../contract/requests.ts';
import type { Status } from '../../contract/status.ts';
import { invalid, notFound } from '../../http/api-error.ts';
import type { StationApi } from '../../station/api.ts';
import type { EventFilter } from '../../station/store/tables/events.ts';
import { sentence } from '../../words/sentence.ts';
import type { Speaker } from '../../words/speaker.ts';
import { type Answering, newRouter } from '../answers/answering.ts';

export function statusRoutes(
  { read }: Answering<Pick<StationApi, 'status' | 'display' | 'watch'>>,
  ofTheServer: (speaker: Speaker) => Pick<Status, 'stream_clients' | 'connections' | 'lan_urls'>,
): Router {
  const router = newRouter();
  read(router, endpoints.status, ({ of, speaker }) => ({ ...of.status(speaker), ...ofTheServer(speaker) }), 'briefly');
  read(
    router,
    endpoints.events,
    ({ of, query: { limit, ...bounds }, speaker }) => of.watch.events(limit, filterOf(bounds), speaker),
    'briefly',
  );
  read(
    router,
    endpoints.display,
    ({ of }) => {
      const preview = of.display();
      if (!preview) throw notFound(sentence('refusal.display-off'));
      return preview;
    },
    'briefly',
  );
  return router;
}

function filterOf({ start: startS, end: endS, before: beforeId, kinds }: Omit<EventsQuery, 'limit'>): EventFilter {
  if (startS !== undefined && endS !== undefined && endS <= startS) {
    throw invalid(sentence('refusal.window-order'), 'query', 'end');
  }
  return { startS, endS, beforeId, kinds };
}
