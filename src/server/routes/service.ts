import type { Request, Response } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import type { Ready } from '../../contract/status.ts';
import { METRICS_TYPE } from '../../http/exposition.ts';
import { sendJson } from '../../http/json.ts';
import { speakerFor } from '../../http/language.ts';
import { Packed, sendPacked } from '../../http/packed.ts';
import type { StationApi } from '../../station/api.ts';
import type { Core } from '../answers/core.ts';
import { DOCS_STYLE, docsPage } from '../description/docs-page.ts';
import { openApi } from '../description/openapi.ts';
import { metricsSteps } from '../metrics.ts';
import type { ServerParts } from '../ports.ts';
import type { EventStream } from '../stream.ts';

/** Routes about the service itself, with or without a station. */
export function serviceRoutes(core: Core, { version = '1.0.0', waitsFor }: ServerParts, stream: EventStream): void {
  const { app, station, clock, shared, quota } = core;
  const startedMs = clock.steadyMs();
  const uptimeS = () => (clock.steadyMs() - startedMs) / 1000;

  const readiness = (): Ready =>
    station()?.ready() ?? { ready: false, reason: waitsFor()?.detail ?? 'station not started', sample_age_s: null };

  app.get(endpoints.health.path, async (req, res) => {
    const why = waitsFor();
    const waits = why && { waits_for: (await speakerFor(req)).say(why) };
    const pulse = station()?.alive() ?? { sampling: false, turn_age_s: null };
    sendJson(res, { status: 'ok', version, uptime_s: uptimeS(), ...pulse, ...readiness(), ...waits });
  });
  app.get(endpoints.ready.path, (_req, res) => {
    const state = readiness();
    if (state.ready) sendJson(res, state);
    else sendJson(res, { detail: state.reason ?? 'not ready', ...state }, 503);
  });
  const metrics = async (req: Request, from: StationApi | null): Promise<Packed> => {
    quota.admit(req);
    const now = from && (await from.telemetry());
    const figures = { streamClients: stream.clients, streamsDropped: stream.dropped, uptimeS: uptimeS() };
    const text = await quota.computed(req, () => metricsSteps(from && now && { station: from, now }, figures));
    return new Packed(Buffer.from(text), METRICS_TYPE);
  };
  app.get(endpoints.metrics.path, async (req, res) => {
    const from = station();
    const text = await (from ? shared.take(req.url, from, 'briefly', () => metrics(req, from)) : metrics(req, null));
    await sendPacked(req, res, text);
  });

  let made: { json: Packed; page: string } | null = null;
  /** Takes some milliseconds, which a kiosk never needs. */
  const described = () => (made ??= describe());
  const unchanging = (res: Response, type: string, text: string) =>
    res.setHeader('Cache-Control', 'no-cache').type(type).send(text);
  app.get(endpoints.openapi.path, (req, res) => sendPacked(req, res, described().json));
  app.get(endpoints.docs.path, (_req, res) => unchanging(res, 'html', described().page));
  app.get(`${endpoints.docs.path}/style.css`, (_req, res) => unchanging(res, 'css', DOCS_STYLE));
}

function describe() {
  const description = openApi();
  return { json: new Packed(Buffer.from(JSON.stringify(description))), page: docsPage(description) };
}
