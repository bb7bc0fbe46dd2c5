import type { IRouter } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import { sendPacked } from '../../http/packed.ts';
import type { StationApi } from '../../station/api.ts';
import type { LiveText } from '../live.ts';
import type { EventStream } from '../stream.ts';

/** Live routes. They are asked more often than all others together, so the newest sample's text is sent as it is. */
export function liveRoutes(app: IRouter, station: () => StationApi, live: LiveText, stream: EventStream): void {
  app.get(endpoints.telemetry.path, async (req, res) => {
    const source = station();
    await sendPacked(req, res, live.cached(source) ?? (await live.telemetry(source)));
  });
  app.get(endpoints.stream.path, async (req, res) => {
    station();
    await stream.open(req, res);
  });
}
