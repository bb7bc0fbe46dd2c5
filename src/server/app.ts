import type { Socket } from 'node:net';
import express, { type Express, type RequestHandler } from 'express';
import type { Clock } from '../base/clock.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { Guesses } from '../http/guesses.ts';
import { foldRepeats, type Log } from '../http/log.ts';
import { sendPacked } from '../http/packed.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { Shares, sharesOf } from '../http/shares.ts';
import type { StationApi } from '../station/api.ts';
import { foreign, sentence } from '../words/sentence.ts';
import { answering } from './answers/answering.ts';
import { errorHandler } from './answers/error-handler.ts';
import { SharedAnswers } from './answers/shared-answers.ts';
import type { CareService } from './care-service.ts';
import type { ConnectionsService } from './connections-service.ts';
import { jsonBody } from './gate/body.ts';
import { changesGate } from './gate/changes.ts';
import { guard } from './gate/guard.ts';
import { methodsOf } from './gate/methods-of.ts';
import type { HomeAssistantService } from './home-assistant-service.ts';
import { Costs } from './limits/costs.ts';
import { FairScheduler } from './limits/fair-scheduler.ts';
import { Intentions } from './limits/intentions.ts';
import { PendingBytes } from './limits/pending-bytes.ts';
import { LiveText } from './live.ts';
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
import { type BrokerPort, inputRoutes, topicRoutes } from './routes/inputs.ts';
import { liveRoutes } from './routes/live.ts';
import { modelRoutes } from './routes/models.ts';
import { noteRoutes } from './routes/notes.ts';
import { pageRoutes } from './routes/pages.ts';
import { qualityRoutes } from './routes/quality.ts';
import { reportRoutes } from './routes/report.ts';
import { serviceRoutes } from './routes/service.ts';
import { settingsRoutes } from './routes/settings.ts';
import { statusRoutes } from './routes/status.ts';
import type { ServerSettings } from './settings.ts';
import type { SettingsService } from './settings-service.ts';
import { EventStream } from './stream.ts';

export interface AppOptions {
  settings: ServerSettings;
  clock: Clock;
  log: Log;
  rendererDir: string;
  staticDir: string;
  version?: string;
  station: () => StationApi | null;
  /** Null before the station starts, and without connections. */
  connections: () => ConnectionsService | null;
  /** Absent without a settings file. */
  settingsService?: SettingsService | undefined;
  careService?: CareService | undefined;
  homeAssistant?: HomeAssistantService | undefined;
  /** Wrong PINs of the programs before this one in the same process. */
  guesses?: Guesses | undefined;
  /** Results by Idempotency-Key from before a restart within this process. */
  intentions?: Intentions | undefined;
  /** URLs of this server for other devices at home. */
  lanUrls?: (() => string[]) | undefined;
  shutdown: AbortSignal;
  /** Connections with an upload, which may take longer than any other request. */
  uploading: WeakSet<Socket>;
  broker?: BrokerPort | undefined;
}

/** The order is the policy: who is addressed and from where, then the answer asked for most, then who may change what. */
export function createApp(options: AppOptions): { app: Express; stream: EventStream; turns: FairScheduler } {
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
    if (!present) throw new ApiError(503, sentence('refusal.not-started'), { headers: { 'Retry-After': '2' } });
    return present;
  };
  const bodies = new Shares(sharesOf(settings.unfinishedBodies));
  const turns = new FairScheduler(clock);
  const shared = new SharedAnswers(clock);
  const costs = new Costs(settings.readLimit, clock);
  const readBody = jsonBody(settings.bodyBytes, bodies);

  const app = express();
  app.set('x-powered-by', false);
  app.set('etag', false);
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  const answer = answering({
    app,
    station: started,
    readBody,
    turns,
    shared,
    costs,
    pendingBytes: new PendingBytes(clock),
    intentions: options.intentions ?? new Intentions(clock),
  });

  app.use(costs.metered);
  app.use(guard(settings));
  app.use(costs.admitted);
  // Left to Express, OPTIONS would be answered in words that are not ours.
  app.use((req, res, next) => (req.method === 'OPTIONS' ? nothingHere(req, res, next) : next()));
  liveRoutes(app, started, live, stream);
  // A cached answer to the same question is sent without judging the request again.
  app.use((req, res, next) => {
    const present = req.method === 'GET' || req.method === 'HEAD' ? station() : null;
    const known = present && shared.fresh(questionOf(req), present);
    if (!known) return next();
    markLanguage(req, res);
    return sendPacked(req, res, known);
  });
  pageRoutes(app, options, costs);
  app.use(changesGate(settings, clock, log, options.guesses ?? new Guesses(clock)));
  historyRoutes(answer((station) => station.history));
  exportRoutes(app, {
    history: () => started().history,
    clock,
    turns,
    costs,
    stalledMs: settings.stalledMs,
    shares: new Shares(sharesOf(settings.exportsAtOnce)),
    limit: rateLimit(settings.exportLimit, clock, 'exports'),
  });
  reportRoutes(app, () => started().history, turns, costs);
  forecastRoutes(answer((station) => station.forecasts));
  conditionRoutes(
    answer((station) => station.rain),
    answer((station) => station.watch),
  );
  noteRoutes(answer((station) => station.notes));
  qualityRoutes(answer((station) => station.quality));
  uploadRoute(app, {
    station: started,
    uploading: options.uploading,
    stalledMs: settings.stalledMs,
    changed: () => shared.changed(),
  });
  importRoutes(answer((station) => station));
  alarmRoutes(answer((station) => station.alarms));
  inputRoutes(answer((station) => station.inputs));
  topicRoutes(answer(() => options.broker ?? noBroker));
  modelRoutes(answer((station) => station.watch));
  calibrationRoutes(
    answer((station) => station.calibration),
    answer((station) => station.upkeep),
  );
  statusRoutes(
    answer((station) => station),
    (speaker) => ({
      stream_clients: stream.clients,
      connections: options.connections()?.list(speaker).sinks ?? [],
      lan_urls: options.lanUrls?.() ?? [],
    }),
  );
  homeAssistantRoutes(
    answer((station) => station),
    options.homeAssistant ?? null,
  );
  connectionRoutes(answer(() => options.connections() ?? nobody));
  careRoutes(
    answer((station) => station),
    options.careService ?? null,
  );
  settingsRoutes(app, options.settingsService ?? null, settings.writes, readBody);
  serviceRoutes(app, {
    station,
    clock,
    version,
    turns,
    shared,
    costs,
    figures: () => ({ streamClients: stream.clients, streamsDropped: stream.dropped }),
  });
  app.use(nothingHere);
  app.use(errorHandler(log));
  return { app, stream, turns };
}

const noBroker: BrokerPort = { topics: () => ({ listening: false, topics: [] }) };
const nobody: ConnectionsService = { list: () => ({ sinks: [], card: null }), test: async () => null };

const nothingHere: RequestHandler = (req) => {
  const methods = methodsOf(req.path);
  if (methods.length === 0 || methods.includes(req.method)) throw notFound();
  throw new ApiError(405, foreign('Method Not Allowed'), { headers: { Allow: methods.join(', ') } });
};
