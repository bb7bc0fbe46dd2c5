import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ApiError } from '../../http/api-error.ts';
import type { Shares } from '../../http/shares.ts';
import { foreign, sentence } from '../../words/sentence.ts';

const AGAIN = { headers: { 'Retry-After': '5' } };

const JSON_MEDIA = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * Reads the whole body first and judges it then: only so is a body that turns out to be empty no body at all, whatever its
 * headers call it, and a wrong content type a 415 rather than a body that silently was not there.
 */
export function jsonBody(limitBytes: number, shares: Shares): RequestHandler[] {
  return [
    async (req, res, next) => {
      const release = shares.take(req.socket.remoteAddress);
      if (typeof release === 'string') throw new ApiError(429, sentence('refusal.bodies'), AGAIN);
      res.once('close', release);
      req.body = await whole(req, limitBytes).finally(release);
      res.shouldKeepAlive = res.locals['mayGoOn'] !== false; // as `guard` found it
      next();
    },
    decode,
  ];
}

/** Reads a request body. Refuses it as soon as it is too large, reads no more of it, and closes the connection with the answer. */
async function whole(req: Request, limitBytes: number): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length = '0' } = req.headers;
  if (encoding.toLowerCase() !== 'identity')
    throw new ApiError(415, foreign('the body must be plain JSON, not compressed'));
  const tooLarge = () => new ApiError(413, foreign(`the body is larger than ${limitBytes / 1024} KiB`));
  if (Number(length) > limitBytes) throw tooLarge();
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const take = (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes <= limitBytes) return;
      req.off('data', take).pause();
      reject(tooLarge());
    };
    req.on('data', take);
    req.once('end', () => resolve(Buffer.concat(pieces)));
    req.once('error', () => reject(new ApiError(400, foreign('the request broke off'))));
  });
}

function decode(req: Request, _res: Response, next: NextFunction): void {
  const bytes: unknown = req.body;
  req.body = {};
  if (Buffer.isBuffer(bytes) && bytes.length > 0) {
    if (!JSON_MEDIA.test(req.headers['content-type'] ?? '')) {
      throw new ApiError(415, foreign('the body must be application/json'));
    }
    req.body = json(bytes);
  }
  next();
}

/** Half a character, which only an escape can spell: programs that read it again break on it. */
const HALF = /\\ud[89a-f]/i;
const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

function json(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return JSON.parse(text, HALF.test(text) ? wellFormed : undefined);
  } catch {
    const why = foreign('the body is not valid JSON');
    throw new ApiError(422, why, { errors: [{ type: 'json_invalid', loc: ['body'], why, short: why.detail }] });
  }
}
