import type { IRouter, RequestHandler } from 'express';
import { isLocal } from '../../http/addresses.ts';
import { METRICS_TYPE } from '../../http/exposition.ts';
import { Packed, sendPacked } from '../../http/packed.ts';
import type { Access } from '../access/access.ts';

/** Route of the metrics: for Prometheus on this machine, which has no login, and for people from elsewhere. */
export function metricsRoute(app: IRouter, access: Access, metrics: () => string): void {
  const may = access.may('read-metrics');
  const localOrMay: RequestHandler = (req, res, next) => (isLocal(req) ? next() : may(req, res, next));
  app.get('/metrics', localOrMay, (req, res) => sendPacked(req, res, new Packed(Buffer.from(metrics()), METRICS_TYPE)));
}
