import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import { type Answering, newRouter } from '../answering.ts';
import { invalid, notFound } from '../errors.ts';

/** How far ahead of the station's clock the clock of whoever labels may be. */
const AHEAD_S = 60;

export function conditionRoutes({ read, change }: Answering): Router {
  const router = newRouter();
  read(router, endpoints.precipitation, ({ station }) => station.precipitation() ?? {});
  read(router, endpoints.anomaly, ({ station }) => station.anomaly());
  change(router, endpoints.label, ({ station, body: { kind, value, ts, note } }) => {
    const nowS = station.nowS();
    const tS = ts ?? nowS;
    if (tS > nowS + AHEAD_S) throw invalid(`ts must not be more than ${AHEAD_S} s in the future`, 'body', 'ts');
    return station.label({ kind, value, tS, note });
  });
  change(router, endpoints.undoLabel, ({ station, params: { id } }) => {
    const undone = station.undoLabel(id);
    if (!undone) throw notFound(`unknown label ${id}`);
    return undone;
  });
  return router;
}
