import { endpoints } from '../../contract/endpoints.ts';
import type { QualityFacet } from '../../station/api.ts';
import type { Answering } from '../answers/answering.ts';
import { happened, inOrder, windowOf, yearAtMost } from '../gate/window.ts';

export function qualityRoutes({ read, change }: Answering<QualityFacet>): void {
  read(endpoints.quality, ({ of, query }) => {
    const { startS, endS } = yearAtMost(query, windowOf(query, of.nowS()));
    return of.list(startS, endS);
  });
  change(endpoints.setQuality, ({ of, body }) => {
    inOrder(body.start, body.end);
    const nowS = of.nowS();
    happened(body.start, nowS);
    return of.set({ ...body, end: Math.min(body.end, nowS) });
  });
}
