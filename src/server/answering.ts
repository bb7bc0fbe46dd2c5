import { type RequestHandler, Router } from 'express';
import type { z } from 'zod';
import type { Endpoint } from '../contract/endpoints.ts';
import type { Refusal, StationApi } from '../station/api.ts';
import { ApiError } from './errors.ts';
import { sendJson } from './json.ts';
import { parse } from './validation.ts';

export interface Ask<E extends Endpoint> {
  station: StationApi;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  params: z.output<E['params']>;
}
type Answer<E extends Endpoint> = z.input<E['answer']> | Refusal;

/** Binds an endpoint's words to the one question it asks the station. */
export type Answering = ReturnType<typeof answering>;

export const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'error' in answer && typeof answer.error === 'string';

export const newRouter = (): Router => Router({ caseSensitive: true, strict: true });

/**
 * `station` throws the 503 of a station that is not started, and is asked before anything is read or judged: from process start
 * until then every endpoint of the station fails in the same way, whatever was sent to it.
 */
export function answering(station: () => StationApi, readBody: RequestHandler[]) {
  return <E extends Endpoint>(
    router: Router,
    endpoint: E,
    respond: (ask: Ask<E>) => Answer<E> | Promise<Answer<E>>,
  ): void => {
    router[endpoint.method](
      endpoint.path,
      (_req, _res, next) => {
        station();
        next();
      },
      ...(endpoint.method === 'post' ? readBody : []),
      async (req, res) => {
        const answer = await respond({
          station: station(),
          query: parse<E['query']>(endpoint.query, req.query, 'query'),
          body: parse<E['body']>(endpoint.body, req.body, 'body'),
          params: parse<E['params']>(endpoint.params, req.params, 'path'),
        });
        if (isRefusal(answer)) throw new ApiError(answer.unavailable ? 503 : 409, answer.error);
        sendJson(res, answer);
      },
    );
  };
}
