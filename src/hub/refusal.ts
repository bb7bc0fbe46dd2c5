import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { sendJson } from '../http/json.ts';
import { type Log, requestId } from '../http/log.ts';
import { bestLocale } from '../words/languages.ts';
import { foreign, type Sentence, sentence } from '../words/sentence.ts';
import type { Speaker } from '../words/speaker.ts';
import { speakerAtHand, speakerOf } from '../words/speakers.ts';
import { EngineError } from './engine/engine.ts';

/** HTTP refusal of the hub: with a code where the fleet's page shows it, in English where only stations and programs read it. */
export class HttpRefusal extends Error {
  readonly words: Sentence;
  constructor(
    readonly status: number,
    words: Sentence | string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    const told = typeof words === 'string' ? foreign(words) : words;
    super(told.detail);
    this.words = told;
  }
}

const LATER = { 'Retry-After': '10' };

export function refusalOf(error: unknown): HttpRefusal | null {
  if (error instanceof HttpRefusal) return error;
  if (error instanceof EngineError) {
    if (error.trouble === 'full')
      return new HttpRefusal(507, sentence('fleet-hub.engine-full'), {
        'Retry-After': '60',
      });
    if (error.trouble === 'down') return new HttpRefusal(502, sentence('fleet-hub.engine-down'), LATER);
    return null;
  }
  const status = error instanceof Error && 'status' in error ? error.status : null;
  if (error instanceof URIError) return new HttpRefusal(404, 'Not Found');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new HttpRefusal(status, 'the request cannot be read');
  return null;
}

/** Speaker for the language of a browser. The page names its own by `Accept-Language`. */
export const speakerFor = ({ headers }: Request): Speaker | Promise<Speaker> => {
  const locale = bestLocale(headers['accept-language'] ?? '') ?? 'en';
  return speakerAtHand(locale) ?? speakerOf(locale);
};

export const errorHandler =
  (log: Log, refused: (status: number) => void) =>
  async (error: unknown, req: Request, res: Response, _next: NextFunction): Promise<void> => {
    const refusal = refusalOf(error);
    if (refusal === null)
      log.error({ id: requestId(res), method: req.method, path: req.path, err: error }, 'a request failed');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const { status, headers, words } =
      refusal ?? new HttpRefusal(500, `Internal Server Error (request ${requestId(res)})`);
    if (req.method === 'POST') refused(status);
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    const speaker = speakerFor(req);
    const { say } = speaker instanceof Promise ? await speaker : speaker;
    sendJson(
      res,
      { detail: say(words), ...(words.said && { code: words.said.code, params: words.said.given }) },
      status,
    );
  };

export const nothingHere: RequestHandler = () => {
  throw new HttpRefusal(404, 'Not Found');
};

/** Refusal of a known path under another method. */
export const onlyBy = (...methods: string[]): RequestHandler =>
  function methodNotAllowed() {
    throw new HttpRefusal(405, 'Method Not Allowed', { Allow: methods.join(', ') });
  };
