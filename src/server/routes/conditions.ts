import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import { invalid, notFound } from '../../http/api-error.ts';
import type { RainFacet, WatchFacet } from '../../station/api.ts';
import { sentence } from '../../words/sentence.ts';
import { type Answering, newRouter } from '../answers/answering.ts';

/** Allowed lead of the client's clock, seconds. */
const AHEAD_S = 60;

export function conditionRoutes(rain: Answering<RainFacet>, watch: Answering<WatchFacet>): Router {
  const router = newRouter();
  rain.read(router, endpoints.precipitation, ({ of }) => of.precipitation() ?? {});
  watch.read(router, endpoints.anomaly, ({ of, speaker }) => of.anomaly(speaker));
  rain.change(router, endpoints.label, ({ of, body: { kind, value, ts, note } }) => {
    const nowS = of.nowS();
    const tS = ts ?? nowS;
    if (tS > nowS + AHEAD_S) throw invalid(sentence('refusal.future', { seconds: AHEAD_S }), 'body', 'ts');
    return of.label({ kind, value, tS, note });
  });
  rain.read(router, endpoints.labels, ({ of, query }) => of.labels(query));
  rain.change(router, endpoints.correctLabel, ({ of, params: { id }, body: { value } }) => {
    const corrected = of.correctLabel(id, value);
    if (!corrected) throw notFound(sentence('refusal.label', { id }));
    return corrected;
  });
  rain.change(router, endpoints.undoLabel, ({ of, params: { id } }) => {
    const undone = of.undoLabel(id);
    if (!undone) throw notFound(sentence('refusal.label', { id }));
    return undone;
  });
  return router;
}
