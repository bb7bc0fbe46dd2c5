import { hostname } from 'node:os';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../http/api-error.ts';
import { givenTwice, isForeignOrigin, siteOf } from '../http/header-checks.ts';
import { securityHeaders } from '../http/headers.ts';
import { hostCheck } from '../http/hosts.ts';
import { sentence } from '../words/sentence.ts';

/** Headers that decide something here, and so must not repeat. */
const GIVEN_ONCE = new Set([
  'host',
  'authorization',
  'content-encoding',
  'content-type',
  'cookie',
  'origin',
  'sec-fetch-site',
  'x-forwarded-host',
]);
const OF_STATIONS = /^\/api\/v1\//;

/**
 * Guard before every route. A page from elsewhere can give our address a name of its own (DNS rebinding), so a host name must be
 * one that nobody elsewhere can own, or one that `--allow-host` names. A change must not come from another site's page (CSRF);
 * stations are no browsers, so theirs must not come from any page.
 */
export function guard(allowedHosts: readonly string[]) {
  const isOurHost = hostCheck(hostname(), allowedHosts);
  return (req: Request, res: Response, next: NextFunction): void => {
    for (const [name, value] of securityHeaders) res.setHeader(name, value);
    const { host, origin, upgrade } = req.headers;
    const site = req.headers['sec-fetch-site'];
    if (upgrade !== undefined) res.shouldKeepAlive = false;
    const twice = givenTwice(req.rawHeaders, GIVEN_ONCE);
    if (twice !== null) throw new ApiError(400, `the header ${twice} is given twice`);
    if (!isOurHost(host))
      throw new ApiError(421, 'this hub does not answer to that host name; add it with --allow-host NAME');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!isRead && OF_STATIONS.test(req.path) && (origin !== undefined || (site !== undefined && site !== 'none')))
      throw new ApiError(403, 'only stations can write here, not web pages');
    if (!isRead && isForeign(req)) throw new ApiError(403, sentence('refusal.origin'));
    next();
  };
}

/**
 * Whether a page of another site sends this. Only browsers name a page, and none lets a page name another. nginx calls the hub by its
 * address, and passes on the name that the browser used; another proxy may not, so a browser's word for its site is enough.
 */
function isForeign(req: Request): boolean {
  const site = siteOf(req);
  const { origin, host, 'x-forwarded-host': called = host } = req.headers;
  return site === null ? isForeignOrigin(origin, String(called)) : site === 'foreign';
}
