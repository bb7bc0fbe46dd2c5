import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import type { WatchFacet } from '../../station/api.ts';
import { type Answering, newRouter } from '../answers/answering.ts';

export function modelRoutes({ read }: Answering<WatchFacet>): Router {
  const router = newRouter();
  read(router, endpoints.models, ({ of }) => of.models());
  read(router, endpoints.nerd, ({ of }) => of.nerdInSteps());
  read(router, endpoints.methods, ({ of, speaker }) => of.methods(speaker));
  return router;
}
