import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import type { EventsQuery } from '../../contract/requests.ts';
import type { EventFilter, StationApi } from '../../station/api.ts';
import { type Answering, newRouter } from '../answering.ts';
import { invalid, notFound } from '../errors.ts';

export function statusRoutes(
  { read }: Answering<Pick<StationApi, 'status' | 'display' | 'watch'>>,
  streamClients: () => number,
): Router {
  const router = newRouter();
  read(router, endpoints.status, ({ of }) => ({ ...of.status(), stream_clients: streamClients() }), 'briefly');
  read(
    router,
    endpoints.events,
    ({ of, query: { limit, ...bounds } }) =>
      Object.keys(bounds).length === 0 ? of.watch.events(limit) : of.watch.events(limit, filterOf(bounds)),
    'briefly',
  );
  read(
    router,
    endpoints.display,
    ({ of }) => {
      const preview = of.display();
      if (!preview) throw notFound('the display is switched off');
      return preview;
    },
    'briefly',
  );
  return router;
}

function filterOf({ start: startS, end: endS, before: beforeId, kinds }: Omit<EventsQuery, 'limit'>): EventFilter {
  if (startS !== undefined && endS !== undefined && endS <= startS) {
    throw invalid('end must be after start', 'query', 'end');
  }
  return { startS, endS, beforeId, kinds };
}
