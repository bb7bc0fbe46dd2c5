import { hostname } from 'node:os';
import type { NextFunction, Request, Response } from 'express';
import { securityHeaders } from '../http/headers.ts';
import { hostCheck } from '../http/hosts.ts';
import { HttpRefusal } from './refusal.ts';

/** Headers that decide something here: with two of them, one before us may have believed the other. */
const GIVEN_ONCE = new Set(['host', 'authorization', 'content-encoding', 'content-type', 'origin']);

/**
 * Stands before every route. A page from elsewhere can give our address a name of its own (DNS rebinding), so a name must be one
 * that nobody elsewhere can own, or one that `--allow-host` names. Nobody who writes here is a browser, so a request that changes
 * something and says which page it comes from is refused.
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
    if (!isRead && (origin !== undefined || (site !== undefined && site !== 'none')))
      throw new HttpRefusal(403, 'only stations can write here, not web pages');
    next();
  };
}

const isAgain = (headers: readonly string[], name: string, before: number): boolean =>
  headers.some((other, i) => i % 2 === 0 && i < before && other.toLowerCase() === name.toLowerCase());
