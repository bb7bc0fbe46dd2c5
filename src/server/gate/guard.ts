import { hostname } from 'node:os';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../../http/api-error.ts';
import { givenTwice, isForeignOrigin, siteOf } from '../../http/header-checks.ts';
import { securityHeaders, securityHeadersOfData } from '../../http/headers.ts';
import { hostCheck } from '../../http/hosts.ts';
import { sentence } from '../../words/sentence.ts';
import type { ServerSettings } from '../server-settings.ts';
import { refuseHost } from './unknown-host.ts';

/** Headers that must not repeat. */
const GIVEN_ONCE = new Set(
  'host origin content-type sec-fetch-site if-match idempotency-key x-weatherglass-pin'.split(' '),
);

/** Answers that are no page: /api/ but for its own description, and parts of a page but for the worker, which loads as a page does. */
const DATA = /^\/(?:api\/(?!docs)|static\/(?:icons\/|assets\/(?!offline\.js)))/;

export const changesSomething = (method: string): boolean =>
  method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';

/**
 * Stands before every route: the request must name this machine, and one that changes something must not come from a page of
 * somebody else's. Programs send neither Origin nor Sec-Fetch-Site and are not browsers to be tricked, so both count only
 * when present.
 */
export function guard(settings: ServerSettings) {
  const isOurHost = hostCheck(hostname(), settings.allowedHosts);
  const readers = new Set(settings.corsOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, '')));
  const [ofPages, ofData] = [[...securityHeaders], [...securityHeadersOfData]];
  return (req: Request, res: Response, next: NextFunction): void => {
    for (const [name, value] of DATA.test(req.url) ? ofData : ofPages) res.setHeader(name, value);
    const { host, origin, upgrade } = req.headers;
    // Nothing is ever upgraded here, and Node does not read what else comes on such a connection: so it ends with the answer.
    if (upgrade !== undefined) res.shouldKeepAlive = false;
    // A body that no route reads is not waited for: reading it (`mayGoOn`) keeps the connection.
    if (bringsBody(req)) {
      res.locals['mayGoOn'] = res.shouldKeepAlive;
      res.shouldKeepAlive = false;
    }
    const repeated = givenTwice(req.rawHeaders, GIVEN_ONCE);
    if (repeated !== null) throw new ApiError(400, `the header ${repeated} is given twice`);
    if (!isOurHost(host)) {
      refuseHost(req, res, host ?? '');
      return;
    }
    if (readers.size > 0) {
      res.setHeader('Vary', 'Origin');
      if (origin !== undefined && readers.has(origin.toLowerCase()))
        res.setHeader('Access-Control-Allow-Origin', origin);
    }
    if (changesSomething(req.method) && (siteOf(req) === 'foreign' || isForeignOrigin(origin, host))) {
      throw new ApiError(403, sentence('refusal.origin'));
    }
    next();
  };
}

/** Whether a request has a body. */
const bringsBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
