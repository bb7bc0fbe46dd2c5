import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { ApiError } from './errors.ts';
import type { Shares } from './shares.ts';

const AGAIN = { headers: { 'Retry-After': '5' } };

const JSON_MEDIA = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * Reads the whole body first and judges it then: only so is a body that turns out to be empty no body at all, whatever its
 * headers call it, and a wrong content type a 415 rather than a body that silently was not there.
 */
export function jsonBody(limitBytes: number, shares: Shares): RequestHandler[] {
  const read = express.raw({ type: () => true, limit: limitBytes, inflate: false });
  return [
    (req, res, next) => {
      const release = shares.take(req.socket.remoteAddress);
      if (typeof release === 'string') throw new ApiError(429, 'too many bodies are on their way', AGAIN);
      res.once('close', release);
      read(req, res, (error) => {
        release();
        if (!error) res.shouldKeepAlive = res.locals['mayGoOn'] !== false; // as `guard` found it
        next(error);
      });
    },
    decode,
  ];
}

function decode(req: Request, _res: Response, next: NextFunction): void {
  const bytes: unknown = req.body;
  req.body = {};
  if (Buffer.isBuffer(bytes) && bytes.length > 0) {
    if (!JSON_MEDIA.test(req.headers['content-type'] ?? '')) {
      throw new ApiError(415, 'the body must be application/json');
    }
    req.body = json(bytes);
  }
  next();
}

function json(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    const msg = 'the body is not valid JSON';
    throw new ApiError(422, msg, { errors: [{ type: 'json_invalid', loc: ['body'], msg }] });
  }
}
