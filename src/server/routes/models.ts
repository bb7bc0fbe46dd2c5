import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import { type Answering, newRouter } from '../answering.ts';

export function modelRoutes({ read }: Answering): Router {
  const router = newRouter();
  read(router, endpoints.models, ({ station }) => station.models());
  read(router, endpoints.nerd, ({ station }) => station.nerd());
  read(router, endpoints.methods, ({ station }) => station.methods());
  return router;
}
