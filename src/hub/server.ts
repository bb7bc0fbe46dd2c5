import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import type { Clock } from '../base/clock.ts';
import { ConnectionLimits } from '../http/connections.ts';
import { foldRepeats, type Log } from '../http/log.ts';
import { pathsOnly } from '../http/paths-only.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { takenWithin } from '../http/taken.ts';
import { MOST_UNANSWERED, unansweredAtMost } from '../http/unanswered.ts';
import type { HubAlerts } from './alerts/alerts.ts';
import type { Allowances } from './allowance.ts';
import { Appointments } from './appointments.ts';
import { guard } from './guard.ts';
import type { Hub } from './hub.ts';
import { Logins } from './logins.ts';
import { hubMetrics } from './metrics.ts';
import { errorHandler, nothingHere } from './refusal.ts';
import type { RegistryFile } from './registry-file.ts';
import { erasureRoutes } from './routes/erasure.ts';
import { exportRoutes } from './routes/export.ts';
import { fleetRoutes } from './routes/fleet.ts';
import { ingestRoutes } from './routes/ingest.ts';
import { manageRoutes } from './routes/manage.ts';
import { metricsRoute } from './routes/metrics.ts';
import { pageRoutes } from './routes/pages.ts';
import { peopleRoutes } from './routes/people.ts';
import { publicRoutes } from './routes/public.ts';
import { sessionRoutes } from './routes/session.ts';
import { waveRoutes } from './routes/waves.ts';
import type { Staff } from './staff.ts';
import type { WaveRoom } from './waves/wave-room.ts';

export interface HubServerOptions {
  hub: Hub;
  staff: Staff;
  registryFile: RegistryFile;
  clock: Clock;
  log: Log;
  host: string;
  port: number;
  allowedHosts: readonly string[];
  pageDir: string;
  allowances: Allowances;
  waves: WaveRoom;
  /** Alerts of the hub, which begin after its server. */
  alerts(): HubAlerts;
  /** Erases a station; answers how many series it had. */
  erase(login: string): Promise<number>;
  /** Rate limit of one login; the default if omitted. */
  limit?: RateLimit | undefined;
}

const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
const KEEP_ALIVE_MS = 65_000;
const STALLED_MS = 60_000;
/** Headers and bodies that do not end are found within so long; Node looks twice a minute. */
const CHECK_EVERY_MS = 5_000;
const GRACE_MS = 2_000;
/**
 * Connection limit, including those the kernel queues: nginx gives up after 5 s on one that is not accepted. One address of the network has
 * a quarter, nginx on this machine all.
 */
const MOST_CONNECTIONS = 4096;

/** Routes of the hub. Each of people's names its permission; a test asks the router for all of them. */
function createApp({
  hub,
  staff,
  registryFile,
  clock,
  log,
  allowedHosts,
  pageDir,
  allowances,
  limit,
  waves,
  alerts,
  erase,
}: HubServerOptions): Express {
  const app = express();
  app.set('x-powered-by', false);
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.use(guard(allowedHosts));
  const logins = new Logins(() => hub.registry, clock, limit);
  const appointments = new Appointments(clock);
  ingestRoutes(app, hub, logins, allowances, appointments, (login) =>
    waves.wanted(login, hub.registry.detailsOf(login).group),
  );
  waveRoutes(app, waves, staff, clock);
  const startedMs = clock.steadyMs();
  metricsRoute(app, staff.access, () => hubMetrics(hub, alerts(), appointments, (clock.steadyMs() - startedMs) / 1000));
  sessionRoutes(app, staff, clock);
  erasureRoutes(app, hub, staff, erase);
  exportRoutes(app, hub, staff);
  manageRoutes(app, hub, staff, registryFile);
  peopleRoutes(app, staff, clock);
  publicRoutes(app, hub, staff.access);
  fleetRoutes(app, hub, staff.access);
  pageRoutes(app, pageDir, clock);
  app.use(nothingHere);
  app.use(errorHandler(foldRepeats(log, clock), (status) => hub.refused(status)));
  return app;
}

/** The hub's own small server. `stop` lets what is being stored be stored, and its station hear of it. */
export function createHubServer(options: HubServerOptions): {
  readonly app: Express;
  listen(): Promise<number>;
  stop(): Promise<void>;
} {
  const app = createApp(options);
  const connections = new ConnectionLimits(MOST_CONNECTIONS, options.clock, foldRepeats(options.log, options.clock));
  const http: Server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    unansweredAtMost(MOST_UNANSWERED, takenWithin(STALLED_MS, pathsOnly(app)), (socket) => connections.shutOut(socket)),
  );
  http.on('connection', (socket) => connections.admit(socket));
  return {
    app,
    async listen() {
      await new Promise<void>((resolve, reject) => {
        http.once('error', reject);
        const { port, host } = options;
        http.listen({ port, host, backlog: MOST_CONNECTIONS }, () => {
          http.off('error', reject);
          resolve();
        });
      });
      return (http.address() as AddressInfo).port;
    },
    async stop() {
      if (!http.listening) return;
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      http.closeIdleConnections();
      const done = new AbortController();
      await Promise.race([closed, options.clock.sleep(GRACE_MS, done.signal)]);
      done.abort();
      http.closeAllConnections();
      await closed;
    },
  };
}
