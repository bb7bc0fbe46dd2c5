import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import { type Answering, newRouter } from '../answering.ts';
import type { InTurn } from '../turns.ts';
import { windowOf, yearAtMost } from '../window.ts';

export function historyRoutes(answer: Answering, inTurn: InTurn): Router {
  const router = newRouter();
  answer(
    router,
    endpoints.history,
    inTurn(({ station, query }) => station.history(query.hours, query.max_points)),
  );
  answer(
    router,
    endpoints.range,
    inTurn(({ station, query }) => {
      const { startS, endS } = yearAtMost(query, windowOf(query, station.nowS()));
      return station.range(startS, endS, query.bucket);
    }),
  );
  answer(
    router,
    endpoints.daily,
    inTurn(({ station, query }) => station.daily(query.hours ?? 24 * query.days)),
  );
  answer(
    router,
    endpoints.report,
    inTurn(({ station, query }) => station.report(query.month)),
  );
  answer(router, endpoints.records, ({ station }) => station.records());
  answer(router, endpoints.storage, ({ station }) => station.storage());
  return router;
}
