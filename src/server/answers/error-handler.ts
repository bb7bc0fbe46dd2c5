import type { NextFunction, Request, Response } from 'express';
import type { ErrorBody } from '../../contract/common.ts';
import { unavailableText } from '../../station/store/sqlite/unavailable.ts';
import type { Speaker } from '../../words/speaker.ts';
import { type Log, requestId, shortPath } from '../log.ts';
import { ApiError } from '../request/errors.ts';
import { speakerFor } from '../request/language.ts';
import { sendJson } from './json.ts';

function sendError(res: Response, status: number, body: ErrorBody): void {
  sendJson(res, body, status);
}

/** What Express and its parts throw at a request they cannot read: http-errors with a status of their own. */
const isHttpError = (error: unknown): error is Error & { status: number; type?: string } =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;

interface Refused {
  status: number;
  body: ErrorBody;
}

/** What a refusal says, in English; a mistake of ours is logged here. */
function refusalOf(error: unknown, req: Request, res: Response, log: Log): Refused {
  if (error instanceof ApiError) {
    for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
    const { status, message: detail, errors } = error;
    return { status, body: { detail, ...(errors ? { errors } : {}) } };
  }
  if (error instanceof URIError) return { status: 404, body: { detail: 'Not Found' } }; // percent signs that spell no UTF-8 name nothing
  if (isHttpError(error)) return { status: error.status, body: { detail: 'the request cannot be read' } };
  const unavailable = unavailableText(error);
  if (unavailable !== null) {
    log.warn({ id: requestId(res), path: shortPath(req.path), err: error }, 'the store could not answer');
    res.setHeader('Retry-After', '60');
    return { status: 503, body: { detail: unavailable } };
  }
  log.error({ id: requestId(res), method: req.method, path: shortPath(req.path), err: error }, 'a request failed');
  return { status: 500, body: { detail: `Internal Server Error (request ${requestId(res)})` } };
}

/** A sentence for each field may stand behind another. */
const inWords = ({ detail, errors, ...rest }: ErrorBody, { text }: Speaker): ErrorBody => ({
  detail: errors && errors.length > 1 ? detail.split('; ').map(text).join('; ') : text(detail),
  ...rest,
  ...(errors && { errors: errors.map((one) => ({ ...one, msg: text(one.msg) })) }),
});

/** `detail` and each `msg` are for people and in their language; what a program goes by is the status, `type` and `loc`. */
export const errorHandler =
  (log: Log) =>
  async (error: unknown, req: Request, res: Response, _next: NextFunction): Promise<void> => {
    if (res.headersSent) {
      // The answer has begun: cutting it short is the only honest way left to say that it is not whole.
      log.error({ id: requestId(res), path: shortPath(req.path), err: error }, 'an answer broke off');
      res.destroy();
      return;
    }
    const { status, body } = refusalOf(error, req, res, log);
    const speaker = speakerFor(req);
    const said = (by: Speaker) => sendError(res, status, inWords(body, by));
    if (speaker instanceof Promise) said(await speaker);
    else said(speaker); // in the same turn: whoever is refused for asking too much costs nothing more
  };
