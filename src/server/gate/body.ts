import type { RequestHandler } from 'express';
import { clientAddress } from '../../http/addresses.ts';
import { ApiError } from '../../http/api-error.ts';
import { isJson, jsonIn, whole } from '../../http/body.ts';
import type { Shares } from '../../http/shares.ts';
import { sentence } from '../../words/sentence.ts';

const MOST_KIB = 16;

/**
 * Reads the whole body first and judges it then: only so is a body that turns out to be empty no body at all, whatever its
 * headers call it, and a wrong content type a 415 rather than a body that silently was not there.
 */
export const jsonBody =
  (shares: Shares): RequestHandler =>
  async (req, res, next) => {
    const release = shares.take(clientAddress(req));
    if (typeof release === 'string') throw new ApiError(429, sentence('refusal.bodies'), { afterS: 5 });
    res.once('close', release);
    const { 'content-encoding': encoding = 'identity' } = req.headers;
    if (encoding.toLowerCase() !== 'identity') throw new ApiError(415, 'the body must be plain JSON, not compressed');
    const tooLarge = () => new ApiError(413, `the body is larger than ${MOST_KIB} KiB`);
    const bytes = await whole(req, MOST_KIB * 1024, tooLarge).finally(release);
    res.shouldKeepAlive = res.locals['mayGoOn'] !== false; // as `guard` found it
    if (bytes.length > 0 && !isJson(req)) throw new ApiError(415, 'the body must be application/json');
    req.body = bytes.length > 0 ? jsonIn(bytes) : {};
    next();
  };
