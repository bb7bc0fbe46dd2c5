import type { Steps } from '../../base/steps.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { HistoryRange, SomeRange } from '../../contract/history.ts';
import type { HistoryFacet } from '../../station/api.ts';
import type { Answering } from '../answers/answering.ts';
import { windowOf, yearAtMost } from '../gate/window.ts';

export function historyRoutes({ read }: Answering<HistoryFacet>): void {
  read(endpoints.history, ({ of, query }) => of.recent(query.hours, query.max_points));
  read(endpoints.range, ({ of, query }) => {
    const { startS, endS } = yearAtMost(query, windowOf(query, of.nowS()));
    const range = of.range(startS, endS, query.bucket, query.columns);
    return query.columns ? some(range, query.columns) : range;
  });
  read(endpoints.daily, ({ of, query }) => of.daily(query.hours ?? 24 * query.days));
  read(endpoints.glance, ({ of }) => of.glance());
  read(endpoints.report, ({ of, query }) => of.report(query.month));
  read(endpoints.records, ({ of }) => of.records());
  read(endpoints.storage, ({ of }) => of.storage());
}

/** The columns that were asked for, and the time they are of. */
function* some(whole: Steps<HistoryRange>, columns: readonly string[]): Steps<SomeRange> {
  const range = yield* whole;
  const kept = Object.entries(range.series).filter(([name]) => name === 'ts' || columns.includes(name));
  return { ...range, series: Object.fromEntries(kept) as SomeRange['series'] };
}
