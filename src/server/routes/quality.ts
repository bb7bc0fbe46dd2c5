import { endpoints } from '../../contract/endpoints.ts';
import { ApiError } from '../../http/api-error.ts';
import type { QualityFacet } from '../../station/api.ts';
import { sentence } from '../../words/sentence.ts';
import type { Answering } from '../answers/answering.ts';

/** Future time in a query: a list is empty, and a mark is refused, since no reading has a future time. */
export function qualityRoutes({ read, change }: Answering<QualityFacet>): void {
  const upTo = <T extends { start: number; end: number }>(nowS: number, asked: T): T => ({
    ...asked,
    start: Math.max(0, asked.start),
    end: Math.min(asked.end, nowS + 1),
  });
  read(endpoints.quality, ({ of, query }) => {
    const { start, end } = upTo(of.nowS(), query);
    return start < end ? of.list(start, end) : { spans: [], points: [] };
  });
  change(endpoints.setQuality, ({ of, body, cameS }) => {
    const asked = upTo(cameS, body);
    if (body.start > cameS + 1) throw new ApiError(409, sentence('quality.future'));
    if (asked.start >= asked.end) throw new ApiError(409, sentence('quality.order'));
    return of.set(asked);
  });
}
