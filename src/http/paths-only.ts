import type { RequestListener } from 'node:http';
import { securityHeaders } from './headers.ts';
import { sendJson } from './json.ts';

/** Refuses a malformed address before Express does, whose text would not be ours. */
export const pathsOnly =
  (answer: RequestListener): RequestListener =>
  (req, res) => {
    if (req.url?.startsWith('/')) return answer(req, res);
    for (const [name, value] of securityHeaders) res.setHeader(name, value);
    res.shouldKeepAlive = false;
    sendJson(res, { detail: 'the request target must be a path' }, 400);
  };
