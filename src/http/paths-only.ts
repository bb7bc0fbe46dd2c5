import type { RequestListener } from 'node:http';
import { securityHeaders } from './headers.ts';
import { sendJson } from './json.ts';

/** Before anybody reads the address: Express answers one that is none in words of its own. */
export const pathsOnly =
  (answer: RequestListener): RequestListener =>
  (req, res) => {
    if (req.url?.startsWith('/')) return answer(req, res);
    for (const [name, value] of securityHeaders) res.setHeader(name, value);
    res.shouldKeepAlive = false;
    sendJson(res, { detail: 'the request target must be a path' }, 400);
  };
