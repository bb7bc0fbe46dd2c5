import express, { type Express, type RequestHandler } from 'express';
import type { StationApi } from '../station/api.ts';
import type { Clock } from '../station/clock.ts';
import { answering } from './answering.ts';
import { jsonBody } from './body.ts';
import { changesGate } from './changes.ts';
import { Costs } from './costs.ts';
import { ApiError, errorHandler, notFound } from './errors.ts';
import { guard } from './guard.ts';
import { LiveText } from './live.ts';
import { foldRepeats, type Log } from './log.ts';
import { methodsOf } from './methods-of.ts';
import { sendPacked } from './packed.ts';
import { rateLimit } from './rate-limit.ts';
import { calibrationRoutes } from './routes/calibration.ts';
import { conditionRoutes } from './routes/conditions.ts';
import { exportRoutes } from './routes/export.ts';
import { forecastRoutes } from './routes/forecast.ts';
import { historyRoutes } from './routes/history.ts';
import { liveRoutes } from './routes/live.ts';
import { modelRoutes } from './routes/models.ts';
import { pageRoutes } from './routes/pages.ts';
import { reportRoutes } from './routes/report.ts';
import { serviceRoutes } from './routes/service.ts';
import { settingsRoutes } from './routes/settings.ts';
import { statusRoutes } from './routes/status.ts';
import type { ServerSettings } from './settings.ts';
import type { SettingsDesk } from './settings-desk.ts';
import { SharedAnswers } from './shared-answers.ts';
import { Shares, sharesOf } from './shares.ts';
import { EventStream } from './stream.ts';
import { Turns } from './turns.ts';
import { Untaken } from './untaken.ts';

export interface AppOptions {
  settings: ServerSettings;
  clock: Clock;
  log: Log;
  rendererDir: string;
  staticDir: string;
  version?: string;
  station: () => StationApi | null;
  /** Absent where nobody keeps a settings file. */
  settingsDesk?: SettingsDesk | undefined;
  shutdown: AbortSignal;
}

/** The order is the policy: who is addressed and from where, then the answer asked for most, then who may change what. */
export function createApp(options: AppOptions): { app: Express; stream: EventStream; turns: Turns } {
  const { settings, clock, station, shutdown, version = '1.0.0' } = options;
  const log = foldRepeats(options.log, clock);
  const live = new LiveText();
  const stream = new EventStream({
    live,
    station,
    clock,
    log,
    shutdown,
    shares: new Shares(sharesOf(settings.maxStreamClients)),
    backlogBytes: settings.streamBacklogBytes,
  });
  const started = (): StationApi => {
    const present = station();
    if (!present) throw new ApiError(503, 'station not started', { headers: { 'Retry-After': '2' } });
    return present;
  };
  const bodies = new Shares(sharesOf(settings.unfinishedBodies));
  const turns = new Turns(clock);
  const shared = new SharedAnswers(clock);
  const costs = new Costs(settings.readLimit, clock);
  const readBody = jsonBody(settings.bodyBytes, bodies);
  const answer = answering({ station: started, readBody, turns, shared, costs, untaken: new Untaken(clock) });

  const app = express();
  app.set('x-powered-by', false);
  app.set('etag', false);
  app.set('case sensitive routing', true);
  app.set('strict routing', true);

  app.use(costs.metered);
  app.use(guard(settings));
  app.use(costs.admitted);
  // Left to Express, OPTIONS would be answered in words that are not ours.
  app.use((req, res, next) => (req.method === 'OPTIONS' ? nothingHere(req, res, next) : next()));
  app.use(liveRoutes(started, live, stream));
  // What was asked in the same words a moment ago need not be judged again.
  app.use((req, res, next) => {
    const present = req.method === 'GET' || req.method === 'HEAD' ? station() : null;
    const known = present && shared.fresh(req.url, present);
    return known ? sendPacked(req, res, known) : next();
  });
  app.use(pageRoutes(options.rendererDir, options.staticDir, clock, costs));
  app.use(changesGate(settings, clock, log));
  app.use(historyRoutes(answer((station) => station.history)));
  app.use(
    exportRoutes({
      history: () => started().history,
      clock,
      turns,
      costs,
      stalledMs: settings.stalledMs,
      shares: new Shares(sharesOf(settings.exportsAtOnce)),
      limit: rateLimit(settings.exportLimit, clock, 'exports'),
    }),
  );
  app.use(reportRoutes(() => started().history, turns, costs));
  app.use(forecastRoutes(answer((station) => station.forecasts)));
  app.use(
    conditionRoutes(
      answer((station) => station.rain),
      answer((station) => station.watch),
    ),
  );
  app.use(modelRoutes(answer((station) => station.watch)));
  app.use(
    calibrationRoutes(
      answer((station) => station.calibration),
      answer((station) => station.upkeep),
    ),
  );
  app.use(
    statusRoutes(
      answer((station) => station),
      () => stream.clients,
    ),
  );
  app.use(settingsRoutes(options.settingsDesk ?? null, readBody));
  app.use(
    serviceRoutes({
      station,
      clock,
      version,
      turns,
      shared,
      costs,
      figures: () => ({ streamClients: stream.clients, streamsDropped: stream.dropped }),
    }),
  );
  app.use(nothingHere);
  app.use(errorHandler(log));
  return { app, stream, turns };
}

const nothingHere: RequestHandler = (req) => {
  const methods = methodsOf(req.path);
  if (methods.length === 0 || methods.includes(req.method)) throw notFound();
  throw new ApiError(405, 'Method Not Allowed', { headers: { Allow: methods.join(', ') } });
};
