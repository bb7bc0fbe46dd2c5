import { endpoints } from '../../contract/endpoints.ts';
import type { QualityFacet } from '../../station/api.ts';
import type { Answering } from '../answers/answering.ts';

/** Where nothing lies between start and end, nothing is flagged, and no word changes anything: nobody has readings of times to come. */
export function qualityRoutes({ read, change }: Answering<QualityFacet>): void {
  const upToNow = <T extends { start: number; end: number }>(of: QualityFacet, asked: T): T => ({
    ...asked,
    start: Math.max(0, asked.start),
    end: Math.min(asked.end, of.nowS() + 1),
  });
  read(endpoints.quality, ({ of, query }) => {
    const { start, end } = upToNow(of, query);
    return start < end ? of.list(start, end) : { spans: [], points: [] };
  });
  change(endpoints.setQuality, ({ of, body }) => {
    const asked = upToNow(of, body);
    return asked.start < asked.end ? of.set(asked) : { changed: false, spans: [] };
  });
}
