import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import type { HistoryRange, SomeRange } from '../../contract/history.ts';
import type { Steps } from '../../station/steps.ts';
import { type Answering, newRouter } from '../answering.ts';
import { windowOf, yearAtMost } from '../window.ts';

export function historyRoutes({ read }: Answering): Router {
  const router = newRouter();
  read(router, endpoints.history, ({ station, query }) => station.history(query.hours, query.max_points));
  read(router, endpoints.range, ({ station, query }) => {
    const { startS, endS } = yearAtMost(query, windowOf(query, station.nowS()));
    const range = station.range(startS, endS, query.bucket);
    return query.columns ? some(range, query.columns) : range;
  });
  read(router, endpoints.daily, ({ station, query }) => station.daily(query.hours ?? 24 * query.days));
  read(router, endpoints.report, ({ station, query }) => station.report(query.month));
  read(router, endpoints.records, ({ station }) => station.records());
  read(router, endpoints.storage, ({ station }) => station.storage());
  return router;
}

/** The columns that were asked for, and the time they are of. */
function* some(whole: Steps<HistoryRange>, columns: readonly string[]): Steps<SomeRange> {
  const range = yield* whole;
  const kept = Object.entries(range.series).filter(([name]) => name === 'ts' || columns.includes(name));
  return { ...range, series: Object.fromEntries(kept) as SomeRange['series'] };
}
