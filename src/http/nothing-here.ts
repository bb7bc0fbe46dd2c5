import type { Express, RequestHandler } from 'express';
import { ApiError, notFound } from './api-error.ts';

/** Refusal of a request without a route: an unknown path, or a known one under another method. */
export const nothingHere =
  (app: Express): RequestHandler =>
  ({ path, method: asked }) => {
    const layers = app.router.stack as unknown as ReadonlyArray<
      (typeof app.router.stack)[number] & { match(path: string): boolean }
    >;
    const methods = layers
      .filter((layer) => typeof layer.route?.path === 'string' && layer.match(path))
      .flatMap((layer) => layer.route!.stack.map(({ method }) => method!.toUpperCase()))
      .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method));
    if (methods.length === 0 || methods.includes(asked)) throw notFound();
    throw new ApiError(405, 'Method Not Allowed', { headers: { Allow: [...new Set(methods)].join(', ') } });
  };
