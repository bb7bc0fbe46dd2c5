import express from 'express';
import type { Clock } from '../base/clock.ts';
import type { RateLimit } from '../base/token-buckets.ts';
import { errorHandler } from '../http/error-handler.ts';
import { listener } from '../http/listener.ts';
import { foldRepeats, type Log } from '../http/log.ts';
import { nothingHere } from '../http/nothing-here.ts';
import { pathsOnly } from '../http/paths-only.ts';
import type { HubAlerts } from './alerts/alerts.ts';
import { guard } from './guard.ts';
import type { Hub } from './hub.ts';
import type { Allowances } from './ingest/allowance.ts';
import { Appointments } from './ingest/appointments.ts';
import { InFlight } from './ingest/in-flight.ts';
import { Logins } from './ingest/logins.ts';
import { hubMetrics } from './metrics.ts';
import { outOfOrder } from './refusal.ts';
import type { RegistryFile } from './registry-file.ts';
import { alertRoutes } from './routes/alerts.ts';
import { type Erasure, erasureRoutes } from './routes/erasure.ts';
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

export interface ServerOptions {
  clock: Clock;
  log: Log;
  host: string;
  port: number;
  allowedHosts: readonly string[];
  pageDir: string;
  limit?: RateLimit | undefined;
}

interface HubServerOptions extends ServerOptions {
  hub: Hub;
  staff: Staff;
  registryFile: RegistryFile;
  allowances: Allowances;
  waves: WaveRoom;
  /** Alerts of the hub, which begin after its server. */
  alerts(): HubAlerts;
  erasure: Erasure;
}

/**
 * Connection limit, including those the kernel queues: nginx gives up after 5 s on one that is not accepted. One address of the network has
 * a quarter, nginx on this machine all.
 */
const MOST_CONNECTIONS = 4096;

/**
 * HTTP server of the hub. Each route of people names its permission; a test asks the router for all of them. `stop` finishes the batches
 * that are being stored and answers their stations.
 */
export function createHubServer(options: HubServerOptions) {
  const { hub, staff, clock, log, waves, alerts, host, port } = options;
  const app = express();
  app.set('x-powered-by', false);
  app.set('etag', false);
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.use(guard(options.allowedHosts));
  const logins = new Logins(() => hub.registry, clock, options.limit);
  const appointments = new Appointments(clock);
  ingestRoutes(app, hub, {
    ...{ logins, inFlight: new InFlight(appointments), allowances: options.allowances },
    wanted: (login) => waves.file.now.wanted(login, hub.registry.detailsOf(login).group),
  });
  waveRoutes(app, hub, waves, staff);
  const startedMs = clock.steadyMs();
  metricsRoute(app, staff.access, () => hubMetrics(hub, alerts(), appointments, (clock.steadyMs() - startedMs) / 1000));
  sessionRoutes(app, staff, clock);
  erasureRoutes(app, staff, options.erasure);
  exportRoutes(app, hub, staff);
  alertRoutes(app, hub, staff, clock, alerts);
  manageRoutes(app, hub, staff, options.registryFile);
  peopleRoutes(app, hub, staff);
  publicRoutes(app, hub, staff.access);
  fleetRoutes(app, hub, staff.access);
  pageRoutes(app, options.pageDir, clock);
  app.use(nothingHere(app));
  app.use(
    errorHandler({
      log: foldRepeats(log, clock),
      known: outOfOrder,
      refused: (status, { method, path }) => {
        if (method === 'POST' && path === '/api/v1/ingest') hub.refused(status);
      },
    }),
  );
  const { listen, stop } = listener({
    answer: pathsOnly(app),
    ...{ clock, log, host, port },
    backlog: MOST_CONNECTIONS,
    maxConnections: MOST_CONNECTIONS,
    stalledMs: 60_000,
    graceMs: 2000,
    timing: { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 },
  });
  return { app, listen, stop };
}
