import type { Socket } from 'node:net';
import express, { type Express, type Request, type Response } from 'express';
import { ApiError } from '../http/api-error.ts';
import { errorHandler } from '../http/error-handler.ts';
import { Guesses } from '../http/guesses.ts';
import { foldRepeats, type Log, requestId, shortPath } from '../http/log.ts';
import { nothingHere } from '../http/nothing-here.ts';
import { sendPacked } from '../http/packed.ts';
import { Shares } from '../http/shares.ts';
import type { StationApi } from '../station/api.ts';
import { whyUnavailable } from '../station/store/sqlite/unavailable.ts';
import { sentence } from '../words/sentence.ts';
import { answering } from './answers/answering.ts';
import type { Core } from './answers/core.ts';
import { SharedAnswers } from './answers/shared-answers.ts';
import { jsonBody } from './gate/body.ts';
import { changesGate } from './gate/changes.ts';
import { guard } from './gate/guard.ts';
import { CpuQuota } from './limits/cpu-quota.ts';
import { FairScheduler } from './limits/fair-scheduler.ts';
import { LiveText } from './live.ts';
import type { ConnectionsService, ServerParts } from './ports.ts';
import { markLanguage, questionOf } from './request/language.ts';
import { alarmRoutes } from './routes/alarms.ts';
import { calibrationRoutes } from './routes/calibration.ts';
import { careRoutes } from './routes/care.ts';
import { conditionRoutes } from './routes/conditions.ts';
import { connectionRoutes, homeAssistantRoutes } from './routes/connections.ts';
import { exportRoutes } from './routes/export.ts';
import { forecastRoutes } from './routes/forecast.ts';
import { historyRoutes } from './routes/history.ts';
import { importRoutes, uploadRoute } from './routes/imports.ts';
import { inputRoutes, topicRoutes } from './routes/inputs.ts';
import { liveRoutes } from './routes/live.ts';
import { noteRoutes } from './routes/notes.ts';
import { pageRoutes } from './routes/pages.ts';
import { qualityRoutes } from './routes/quality.ts';
import { reportRoutes } from './routes/report.ts';
import { serviceRoutes } from './routes/service.ts';
import { settingsRoutes } from './routes/settings.ts';
import { statusRoutes } from './routes/status.ts';
import { EventStream } from './stream.ts';

interface AppOptions extends ServerParts {
  station: () => StationApi | null;
  /** Null before the station starts, and without connections. */
  connections: () => ConnectionsService | null;
  shutdown: AbortSignal;
  /** Connections with an upload, which may take longer than any other request. */
  uploading: WeakSet<Socket>;
}

/** The order is the policy: who is addressed and from where, then the answer asked for most, then who may change what. */
export function createApp(options: AppOptions): { app: Express; stream: EventStream; turns: FairScheduler } {
  const { settings, clock, station, shutdown } = options;
  const log = foldRepeats(options.log, clock);
  const started = (): StationApi => {
    const present = station();
    if (!present) throw new ApiError(503, sentence('refusal.not-started'), { afterS: 2 });
    return present;
  };
  const turns = new FairScheduler(clock);
  const app = express();
  app.set('x-powered-by', false);
  app.set('etag', false);
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  const shared = new SharedAnswers(clock);
  const quota = new CpuQuota(settings.readLimit, clock, turns);
  const readBody = jsonBody(new Shares(settings.unfinishedBodies));
  const core: Core = { app, settings, clock, station, started, shared, quota, readBody };
  const live = new LiveText();
  const stream = new EventStream(core, live, log, shutdown);
  const answer = answering(core, shutdown, options.idempotencyKeys);

  app.use(quota.metered);
  app.use(guard(settings));
  app.use(quota.admitted);
  const refuseUnknown = nothingHere(app);
  // Left to Express, OPTIONS would be answered in words that are not ours.
  app.use((req, res, next) => (req.method === 'OPTIONS' ? refuseUnknown(req, res, next) : next()));
  liveRoutes(core, live, stream);
  // A cached answer to the same question is sent without judging the request again.
  app.use((req, res, next) => {
    const present = req.method === 'GET' || req.method === 'HEAD' ? station() : null;
    const known = present && shared.fresh(questionOf(req), present);
    if (!known) return next();
    markLanguage(req, res);
    return sendPacked(req, res, known);
  });
  pageRoutes(core, options);
  app.use(changesGate(settings, clock, log, options.guesses ?? new Guesses(clock)));
  const whole = answer((station) => station);
  historyRoutes(answer((station) => station.history));
  exportRoutes(core);
  reportRoutes(core);
  forecastRoutes(answer((station) => station.forecasts));
  conditionRoutes(
    answer((station) => station.rain),
    answer((station) => station.watch),
  );
  noteRoutes(answer((station) => station.notes));
  qualityRoutes(answer((station) => station.quality));
  uploadRoute(core, options.uploading);
  importRoutes(whole);
  alarmRoutes(answer((station) => station.alarms));
  inputRoutes(answer((station) => station.inputs));
  topicRoutes(answer(() => options.broker));
  calibrationRoutes(
    answer((station) => station.calibration),
    answer((station) => station.recomputing),
  );
  statusRoutes(whole, (speaker) => ({
    stream_clients: stream.clients,
    connections: options.connections()?.list(speaker).sinks ?? [],
    lan_urls: options.lanUrls(),
  }));
  homeAssistantRoutes(whole, options.homeAssistant);
  connectionRoutes(answer(() => options.connections() ?? nobody));
  careRoutes(whole, options.careService);
  settingsRoutes(core, options.settingsService);
  serviceRoutes(core, options, stream);
  app.use(refuseUnknown);
  app.use(errorHandler({ log, known: (error, req, res) => storeAway(error, req, res, log) }));
  return { app, stream, turns };
}

/** Refusal while the database cannot be read, with a line in the log; null for any other error. */
function storeAway(error: unknown, req: Request, res: Response, log: Log): ApiError | null {
  const why = whyUnavailable(error);
  if (why === null) return null;
  log.warn({ id: requestId(res), path: shortPath(req.path), err: error }, 'the store could not answer');
  return new ApiError(503, why, { afterS: 60 });
}

const nobody: ConnectionsService = { list: () => ({ sinks: [], card: null }), test: async () => null };
