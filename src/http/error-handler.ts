import type { NextFunction, Request, Response } from 'express';
import type { ErrorBody } from '../contract/common.ts';
import { sentence } from '../words/sentence.ts';
import type { Speaker } from '../words/speaker.ts';
import { ApiError, notFound } from './api-error.ts';
import { sendJson } from './json.ts';
import { speakerFor } from './language.ts';
import { type Log, requestId, shortPath } from './log.ts';

interface Parts {
  log: Log;
  /** Refusal for an error of this server's own parts; null for a mistake of ours. */
  known(error: unknown, req: Request, res: Response): ApiError | null;
  refused?(status: number, req: Request): void;
}

/** Refusal for an error of Express and its parts, which is a request that cannot be read; null for any other. */
function unreadable(error: unknown): ApiError | null {
  if (error instanceof URIError) return notFound(); // percent signs that spell no UTF-8 name nothing
  const status = error instanceof Error && 'status' in error ? error.status : null;
  const isOfTheRequest = typeof status === 'number' && status >= 400 && status < 500;
  return isOfTheRequest ? new ApiError(status, 'the request cannot be read') : null;
}

/** Body of a refusal: sentence, code and parameters. */
function bodyOf({ words, errors }: ApiError, { language, say }: Speaker): ErrorBody {
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

/** Error handler: `detail` and each `msg` are for people and in their language; a program goes by the status, `type` and `loc`. */
export const errorHandler =
  ({ log, known, refused }: Parts) =>
  async (error: unknown, req: Request, res: Response, _next: NextFunction): Promise<void> => {
    const where = { id: requestId(res), method: req.method, path: shortPath(req.path), err: error };
    if (res.headersSent) {
      // The answer has begun: cutting it short is the only honest way left to say that it is not whole.
      log.error(where, 'an answer broke off');
      res.destroy();
      return;
    }
    const expected = error instanceof ApiError ? error : (known(error, req, res) ?? unreadable(error));
    if (expected === null) log.error(where, 'a request failed');
    const refusal = expected ?? new ApiError(500, `Internal Server Error (request ${requestId(res)})`);
    refused?.(refusal.status, req);
    for (const [name, value] of Object.entries(refusal.headers)) res.setHeader(name, value);
    const speaker = speakerFor(req);
    const answer = (by: Speaker): void => sendJson(res, bodyOf(refusal, by), refusal.status);
    if (speaker instanceof Promise) answer(await speaker);
    else answer(speaker); // in the same turn: whoever is refused for asking too much costs nothing more
  };
