import type { NextFunction, Request, Response } from 'express';
import type { ErrorBody } from '../../contract/common.ts';
import { ApiError, type FieldError } from '../../http/api-error.ts';
import { sendJson } from '../../http/json.ts';
import { type Log, requestId, shortPath } from '../../http/log.ts';
import { whyUnavailable } from '../../station/store/sqlite/unavailable.ts';
import { foreign, type Sentence, sentence } from '../../words/sentence.ts';
import type { Speaker } from '../../words/speaker.ts';
import { speakerFor } from '../request/language.ts';

function sendError(res: Response, status: number, body: ErrorBody): void {
  sendJson(res, body, status);
}

/** Errors of Express and its parts for unreadable requests: http-errors with a status. */
const isHttpError = (error: unknown): error is Error & { status: number; type?: string } =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;

interface Refused {
  status: number;
  words: readonly Sentence[];
  errors?: readonly FieldError[] | undefined;
}

/** Why a request is refused; a mistake of ours is logged here. */
function refusalOf(error: unknown, req: Request, res: Response, log: Log): Refused {
  if (error instanceof ApiError) {
    for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
    return error;
  }
  // Percent signs that spell no UTF-8 name nothing.
  if (error instanceof URIError) return { status: 404, words: [sentence('refusal.not-found')] };
  if (isHttpError(error)) return { status: error.status, words: [foreign('the request cannot be read')] };
  const unavailable = whyUnavailable(error);
  if (unavailable !== null) {
    log.warn({ id: requestId(res), path: shortPath(req.path), err: error }, 'the store could not answer');
    res.setHeader('Retry-After', '60');
    return { status: 503, words: [unavailable] };
  }
  log.error({ id: requestId(res), method: req.method, path: shortPath(req.path), err: error }, 'a request failed');
  return { status: 500, words: [foreign(`Internal Server Error (request ${requestId(res)})`)] };
}

/** Body of a refusal: sentence, code and parameters. */
function bodyOf({ words, errors }: Refused, { language, say }: Speaker): ErrorBody {
  const only = words.length === 1 ? words[0]!.said : null;
  return {
    detail: words.map(say).reduce((one, other) => say(sentence('settings.and', { one, other }))),
    ...(only && { code: only.code, params: only.given as Record<string, unknown> }),
    ...(errors && {
      errors: errors.map(({ type, loc, why, short }) => ({
        type,
        loc,
        msg: language === 'en' ? short : say(why),
        ...(why.said && { code: why.said.code }),
      })),
    }),
  };
}

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
    const refused = refusalOf(error, req, res, log);
    const speaker = speakerFor(req);
    const said = (by: Speaker) => sendError(res, refused.status, bodyOf(refused, by));
    if (speaker instanceof Promise) said(await speaker);
    else said(speaker); // in the same turn: whoever is refused for asking too much costs nothing more
  };
