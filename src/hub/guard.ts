import { hostname } from 'node:os';
import type { NextFunction, Request, Response } from 'express';
import { securityHeaders } from '../http/headers.ts';
import { hostCheck } from '../http/hosts.ts';
import { sentence } from '../words/sentence.ts';
import { HttpRefusal } from './refusal.ts';

/** Headers that decide something here: with two of them, one before us may have believed the other. */
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
 * Stands before every route. A page from elsewhere can give our address a name of its own (DNS rebinding), so a name must be one
 * that nobody elsewhere can own, or one that `--allow-host` names. A request that changes something must not come from another
 * site's page (CSRF); stations are no browsers, so theirs must not come from any page.
 */
export function guard(allowedHosts: readonly string[]) {
  const isOurHost = hostCheck(hostname(), allowedHosts);
  const constant = [...securityHeaders];
  return (req: Request, res: Response, next: NextFunction): void => {
    for (const [name, value] of constant) res.setHeader(name, value);
    const { host, origin, upgrade } = req.headers;
    const site = req.headers['sec-fetch-site'];
    if (upgrade !== undefined) res.shouldKeepAlive = false;
    const twice = req.rawHeaders.find(
      (name, i, all) => i % 2 === 0 && GIVEN_ONCE.has(name.toLowerCase()) && isAgain(all, name, i),
    );
    if (twice !== undefined) throw new HttpRefusal(400, `the header ${twice.toLowerCase()} is given twice`);
    if (!isOurHost(host))
      throw new HttpRefusal(421, 'this hub does not answer to that host name; add it with --allow-host NAME');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!isRead && OF_STATIONS.test(req.path) && (origin !== undefined || (site !== undefined && site !== 'none')))
      throw new HttpRefusal(403, 'only stations can write here, not web pages');
    if (!isRead && isForeign(req)) throw new HttpRefusal(403, sentence('refusal.origin'));
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

const isAgain = (headers: readonly string[], name: string, before: number): boolean =>
  headers.some((other, i) => i % 2 === 0 && i < before && other.toLowerCase() === name.toLowerCase());
