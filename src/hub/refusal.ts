import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { sendJson } from '../http/json.ts';
import { type Log, requestId } from '../http/log.ts';
import { EngineError } from './engine/engine.ts';

/** A refusal in the words of HTTP, with one sentence for whoever runs the station. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    sentence: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(sentence);
  }
}

const LATER = { 'Retry-After': '10' };

export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof EngineError) {
    if (error.trouble === 'full')
      return new Refusal(507, "the engine's disk is full; nothing was stored, send it again later", {
        'Retry-After': '60',
      });
    if (error.trouble === 'down') return new Refusal(502, 'the engine cannot be reached; send it again later', LATER);
    return null;
  }
  const status = error instanceof Error && 'status' in error ? error.status : null;
  if (error instanceof URIError) return new Refusal(404, 'Not Found');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Refusal(status, 'the request cannot be read');
  return null;
}

export const errorHandler =
  (log: Log, refused: (status: number) => void) =>
  (error: unknown, req: Request, res: Response, _next: NextFunction): void => {
    const refusal = refusalOf(error);
    if (refusal === null)
      log.error({ id: requestId(res), method: req.method, path: req.path, err: error }, 'a request failed');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const { status, headers, message } =
      refusal ?? new Refusal(500, `Internal Server Error (request ${requestId(res)})`);
    if (req.method === 'POST') refused(status);
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    sendJson(res, { detail: message }, status);
  };

export const nothingHere: RequestHandler = () => {
  throw new Refusal(404, 'Not Found');
};

/** Refusal of a known path under another method. */
export const onlyBy =
  (...methods: string[]): RequestHandler =>
  () => {
    throw new Refusal(405, 'Method Not Allowed', { Allow: methods.join(', ') });
  };
