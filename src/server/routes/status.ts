import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import { type Answering, newRouter } from '../answering.ts';
import { notFound } from '../errors.ts';

export function statusRoutes(answer: Answering, streamClients: () => number): Router {
  const router = newRouter();
  answer(router, endpoints.status, ({ station }) => ({ ...station.status(), stream_clients: streamClients() }));
  answer(router, endpoints.events, ({ station, query }) => station.events(query.limit));
  answer(router, endpoints.display, ({ station }) => {
    const preview = station.display();
    if (!preview) throw notFound('the display is switched off');
    return preview;
  });
  return router;
}
