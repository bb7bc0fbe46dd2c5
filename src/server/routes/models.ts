import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import { type Answering, newRouter } from '../answering.ts';

export function modelRoutes(answer: Answering): Router {
  const router = newRouter();
  answer(router, endpoints.models, ({ station }) => station.models());
  answer(router, endpoints.nerd, ({ station }) => station.nerd());
  answer(router, endpoints.methods, ({ station }) => station.methods());
  return router;
}
