import { join } from 'node:path';
import express, { type Response, type Router } from 'express';
import { newRouter } from '../answering.ts';
import { ApiError } from '../errors.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
/** The builder puts a hash of the content into these names: `assets/index-B3x9_aQ1.js`. */
const HASHED = /-[\w-]{8,}\.\w+$/;

const quiet = { dotfiles: 'ignore', index: false, redirect: false } as const;

/** The dashboard at `/`, its built parts beside it, and the vendored files under `/static`. Files only: no listings, no dotfiles. */
export function pageRoutes(rendererDir: string, staticDir: string): Router {
  const router = newRouter();
  router.get('/', (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-cache');
    res.sendFile('index.html', { root: rendererDir, cacheControl: false }, (error) => {
      if (error && !res.headersSent) next(new ApiError(503, 'the dashboard has not been built: run "npm run build"'));
    });
  });
  router.use('/static', express.static(staticDir, { ...quiet, cacheControl: false, setHeaders: keepForAnHour }));
  router.use(
    '/assets',
    express.static(join(rendererDir, 'assets'), { ...quiet, cacheControl: false, setHeaders: keepHashed }),
  );
  return router;
}

function keepForAnHour(res: Response): void {
  res.setHeader('Cache-Control', 'public, max-age=3600');
}

function keepHashed(res: Response, path: string): void {
  res.setHeader('Cache-Control', HASHED.test(path) ? FOR_EVER : 'no-cache');
}
