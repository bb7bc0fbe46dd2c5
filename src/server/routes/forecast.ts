import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import type { ForecastBundle } from '../../contract/forecast.ts';
import type { StationApi } from '../../station/api.ts';
import { type Answering, newRouter } from '../answering.ts';
import { notFound } from '../errors.ts';

export function forecastRoutes({ read, change }: Answering): Router {
  const router = newRouter();
  const refreshed = sharedRefresh();
  read(
    router,
    endpoints.forecast,
    async ({ station, query: { target, refresh } }) => {
      if (target !== undefined) knownTarget(station, target);
      const bundle = refresh ? await refreshed(station) : station.forecast(false);
      return target === undefined ? bundle : { ...bundle, targets: only(station, bundle.targets, target) };
    },
    ({ refresh }) => (refresh ? null : 'until the next sample'),
  );
  read(router, endpoints.outlook, ({ station, query: { target } }) => {
    const outlook = station.outlook();
    if (target === undefined) return outlook;
    const { targets, days } = outlook;
    return { ...outlook, targets: only(station, targets, target), ...(days && { days: only(station, days, target) }) };
  });
  read(router, endpoints.scorecard, ({ station, query: { target } }) => {
    const card = station.scorecard();
    if (target === undefined) return card;
    const known = knownTarget(station, target);
    return { ...card, rows: card.rows.filter((row) => row.target === known) };
  });
  read(router, endpoints.issued, ({ station, query: { at, target } }) => {
    const said = station.issued(at);
    if (!said) throw notFound('nothing is kept from that time');
    return target === undefined ? said : { ...said, targets: only(station, said.targets, target) };
  });
  read(router, endpoints.skill, ({ station, query: { target, horizon_s: horizonS, by } }) => {
    return station.skill(knownTarget(station, target), horizonS, by);
  });
  change(router, endpoints.verify, ({ station }) => station.verify());
  change(router, endpoints.train, ({ station, query }) => station.train(query.hours));
  return router;
}

/** What is told of one quantity. */
function only<T>(station: StationApi, all: Record<string, T[]>, target: string): Record<string, T[]> {
  return { [knownTarget(station, target)]: all[target] ?? [] };
}

function knownTarget({ targets }: StationApi, asked: string): StationApi['targets'][number] {
  const known = targets.find((name) => name === asked);
  if (known === undefined) throw notFound(`unknown target '${asked}'`);
  return known;
}

/** However many ask for a new forecast in one turn of the event loop, it is made once. */
function sharedRefresh(): (station: StationApi) => Promise<ForecastBundle> {
  const underWay = new WeakMap<StationApi, Promise<ForecastBundle>>();
  return (station) => {
    const shared = underWay.get(station);
    if (shared) return shared;
    const turn = new Promise((resolve) => setImmediate(resolve)).then(() => {
      underWay.delete(station);
      return station.forecast(true);
    });
    underWay.set(station, turn);
    return turn;
  };
}
