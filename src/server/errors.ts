import type { NextFunction, Request, Response } from 'express';
import type { ErrorBody } from '../contract/common.ts';
import { unavailableText } from '../station/store/unavailable.ts';
import { sendJson } from './json.ts';
import { type Log, requestId, shortPath } from './log.ts';

type FieldError = NonNullable<ErrorBody['errors']>[number];

/** A refusal in the words of HTTP. Everything else that is thrown is a mistake of ours and becomes a logged 500. */
export class ApiError extends Error {
  readonly errors: FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    readonly status: number,
    detail: string,
    more: { errors?: FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.errors = more.errors;
    this.headers = more.headers ?? {};
  }
}

/** A 422 for a rule that spans fields, or that a type cannot say. */
export const invalid = (detail: string, ...loc: [where: 'query' | 'body', ...fields: string[]]): ApiError =>
  new ApiError(422, detail, { errors: [{ type: 'value_error', loc, msg: detail }] });

export const notFound = (detail = 'Not Found'): ApiError => new ApiError(404, detail);

function sendError(res: Response, status: number, body: ErrorBody): void {
  sendJson(res, body, status);
}

/** What Express and its parts throw at a request they cannot read: http-errors with a status of their own. */
const isHttpError = (error: unknown): error is Error & { status: number; type?: string } =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;

export const errorHandler =
  (log: Log) =>
  (error: unknown, req: Request, res: Response, _next: NextFunction): void => {
    if (res.headersSent) {
      // The answer has begun: cutting it short is the only honest way left to say that it is not whole.
      log.error({ id: requestId(res), path: shortPath(req.path), err: error }, 'an answer broke off');
      res.destroy();
    } else if (error instanceof ApiError) {
      for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
      sendError(res, error.status, { detail: error.message, ...(error.errors ? { errors: error.errors } : {}) });
    } else if (error instanceof URIError) {
      sendError(res, 404, { detail: 'Not Found' }); // percent signs that spell no UTF-8 name nothing
    } else if (isHttpError(error)) {
      sendError(res, error.status, { detail: 'the request cannot be read' });
    } else if (unavailableText(error) !== null) {
      log.warn({ id: requestId(res), path: shortPath(req.path), err: error }, 'the store could not answer');
      res.setHeader('Retry-After', '60');
      sendError(res, 503, { detail: unavailableText(error)! });
    } else {
      log.error({ id: requestId(res), method: req.method, path: shortPath(req.path), err: error }, 'a request failed');
      sendError(res, 500, { detail: `Internal Server Error (request ${requestId(res)})` });
    }
  };
