import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import { sendPacked } from '../../http/packed.ts';
import type { StationApi } from '../../station/api.ts';
import { newRouter } from '../answers/answering.ts';
import type { LiveText } from '../live.ts';
import type { EventStream } from '../stream.ts';

/** Live routes. They are asked more often than all others together, so the newest sample's text is sent as it is. */
export function liveRoutes(station: () => StationApi, live: LiveText, stream: EventStream): Router {
  const router = newRouter();
  router.get(endpoints.telemetry.path, async (req, res) => {
    const source = station();
    await sendPacked(req, res, live.cached(source) ?? (await live.telemetry(source)));
  });
  router.get(endpoints.stream.path, async (req, res) => {
    station();
    await stream.open(req, res);
  });
  return router;
}
