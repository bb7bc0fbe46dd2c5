import { endpoints } from '../../contract/endpoints.ts';
import { sendPacked } from '../../http/packed.ts';
import type { Core } from '../answers/core.ts';
import type { LiveText } from '../live.ts';
import type { EventStream } from '../stream.ts';

/** Live routes. They are asked more often than all others together, so the newest sample's text is sent as it is. */
export function liveRoutes({ app, started }: Core, live: LiveText, stream: EventStream): void {
  app.get(endpoints.telemetry.path, async (req, res) => {
    const source = started();
    await sendPacked(req, res, live.cached(source) ?? (await live.telemetry(source)));
  });
  app.get(endpoints.stream.path, async (req, res) => {
    started();
    await stream.open(req, res);
  });
}
