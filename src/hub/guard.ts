import { hostname } from 'node:os';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../http/api-error.ts';
import { securityHeaders } from '../http/headers.ts';
import { hostCheck } from '../http/hosts.ts';
import { sentence } from '../words/sentence.ts';

/** Headers that decide something here: with two of them, one before us may have believed the other. */
const GIVEN_ONCE = [
  'host',
  'authorization',
  'content-encoding',
  'content-type',
  'cookie',
  'origin',
  'sec-fetch-site',
  'x-forwarded-host',
];
const OF_STATIONS = /^\/api\/v1\//;

/**
 * Guard before every route. A page from elsewhere can give our address a name of its own (DNS rebinding), so a host name must be
 * one that nobody elsewhere can own, or one that `--allow-host` names. A change must not come from another site's page (CSRF);
 * stations are no browsers, so theirs must not come from any page.
 */
export function guard(allowedHosts: readonly string[]) {
  const isOurHost = hostCheck(hostname(), allowedHosts);
  const constant = [...securityHeaders];
  return (req: Request, res: Response, next: NextFunction): void => {
    for (const [name, value] of constant) res.setHeader(name, value);
    const { host, origin, upgrade } = req.headers;
    const site = req.headers['sec-fetch-site'];
    if (upgrade !== undefined) res.shouldKeepAlive = false;
    const twice = GIVEN_ONCE.find((name) => (req.headersDistinct[name]?.length ?? 0) > 1);
    if (twice !== undefined) throw new ApiError(400, `the header ${twice} is given twice`);
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
 * address, and passes on the name that the browser used.
 */
function isForeign({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin, host, 'x-forwarded-host': called = host } = headers;
  if (origin === undefined) return false;
  return /^https?:\/\/([^/?#@\s]+)$/i.exec(origin)?.[1]?.toLowerCase() !== String(called).toLowerCase();
}
