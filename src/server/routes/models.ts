import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import { type Answering, newRouter } from '../answering.ts';
import type { InTurn } from '../turns.ts';

export function modelRoutes(answer: Answering, inTurn: InTurn): Router {
  const router = newRouter();
  answer(
    router,
    endpoints.models,
    inTurn(({ station }) => station.models()),
  );
  answer(
    router,
    endpoints.nerd,
    inTurn(({ station }) => station.nerd()),
  );
  answer(router, endpoints.methods, ({ station }) => station.methods());
  return router;
}
