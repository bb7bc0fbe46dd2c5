import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import type { Clock } from '../base/clock.ts';
import { ConnectionLimits } from '../http/connections.ts';
import type { Guesses } from '../http/guesses.ts';
import { foldRepeats, type Log } from '../http/log.ts';
import { pathsOnly } from '../http/paths-only.ts';
import { takenWithin } from '../http/taken.ts';
import { MOST_UNANSWERED, unansweredAtMost } from '../http/unanswered.ts';
import type { StationApi } from '../station/api.ts';
import { createApp } from './app.ts';
import type { CareService } from './care-service.ts';
import type { ConnectionsService } from './connections-service.ts';
import type { HomeAssistantService } from './home-assistant-service.ts';
import type { Intentions } from './limits/intentions.ts';
import type { ReportPort } from './reports.ts';
import type { BrokerPort } from './routes/inputs.ts';
import type { ServerSettings } from './settings.ts';
import type { SettingsService } from './settings-service.ts';

export interface ServerOptions {
  settings: ServerSettings;
  clock: Clock;
  log: Log;
  /** The built dashboard, with its index.html. */
  rendererDir: string;
  /** Vendored browser assets, served under /static when the folder exists. */
  staticDir: string;
  version?: string;
  station?: StationApi | null;
  settingsService?: SettingsService | undefined;
  careService?: CareService | undefined;
  homeAssistant?: HomeAssistantService | undefined;
  guesses?: Guesses | undefined;
  intentions?: Intentions | undefined;
  lanUrls?: (() => string[]) | undefined;
  connections?: ConnectionsService | null;
  /** Weather consoles report here; absent where none may. */
  reports?: ReportPort | null;
  /** Broker of the sensors over MQTT, for a person who maps its topics. */
  broker?: BrokerPort | undefined;
}

export interface Server {
  readonly app: Express;
  /** `url` is how this machine reaches the server, whatever address it listens on. */
  listen(): Promise<{ url: string; port: number }>;
  /** Ends the streams at once, lets running answers finish for a moment, then closes every connection. */
  stop(): Promise<void>;
  setStation(station: StationApi | null, connections?: ConnectionsService | null): void;
  readonly streamClients: number;
}

const GRACE_MS = 500;
/** Interval of the check for connections that are slow to send a request. */
const CHECK_EVERY_MS = 5000;

export function createServer(options: ServerOptions): Server {
  const { settings, clock, reports = null } = options;
  const shutdown = new AbortController();
  const uploading = new WeakSet<Socket>();
  let station = options.station ?? null;
  let connectionsService = options.connections ?? null;
  const { app, stream, turns } = createApp({
    ...options,
    station: () => station,
    connections: () => connectionsService,
    shutdown: shutdown.signal,
    uploading,
  });

  const connections = new ConnectionLimits(settings.maxConnections, clock, foldRepeats(options.log, clock));
  const http = createHttpServer(
    {
      headersTimeout: settings.headersTimeoutMs,
      requestTimeout: settings.requestTimeoutMs,
      keepAliveTimeout: settings.keepAliveTimeoutMs,
      connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, settings.headersTimeoutMs),
      requireHostHeader: reports === null, // the guard asks for it of everybody else
    },
    unansweredAtMost(MOST_UNANSWERED, takenWithin(settings.stalledMs, reported(reports, pathsOnly(app))), (socket) =>
      connections.shutOut(socket),
    ),
  );
  http.on('connection', (socket) => connections.admit(socket));
  http.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && uploading.has(socket as Socket)) return; // a stalled one is given up by its route
    if (!reports?.refused(error, socket as Socket)) refuse(error, socket as Socket);
  });

  return {
    app,
    async listen() {
      await listening(http, settings.host, settings.port);
      const { port } = http.address() as AddressInfo;
      return { url: `http://${reachable(settings.host)}:${port}`, port };
    },
    async stop() {
      shutdown.abort();
      if (!http.listening) return;
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      http.closeIdleConnections();
      const done = new AbortController();
      await Promise.race([closed, clock.sleep(GRACE_MS, done.signal)]);
      done.abort();
      http.closeAllConnections();
      turns.clear();
      await closed;
    },
    setStation(next, connections = null) {
      station = next;
      connectionsService = connections;
    },
    get streamClients() {
      return stream.clients;
    },
  };
}

/** Reports are looked for before anything is asked of a request: a console knows no host name, and no path of ours. */
const reported =
  (reports: ReportPort | null, answer: RequestListener): RequestListener =>
  (req, res) => {
    if (!reports?.takes(req, res)) answer(req, res);
  };

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What Node answers by itself where nobody listens to its parser. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable)
    socket.write(`HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
  socket.destroy(error);
}

const listening = (http: HttpServer, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, () => {
      http.off('error', reject);
      resolve();
    });
  });

/** A wildcard address is where one listens, not where one connects. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0' || host === '::' || host === '') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};
