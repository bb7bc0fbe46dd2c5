import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anotherTurn, atMost, type Clock } from '../base/clock.ts';
import { fewUnanswered, takenWithin } from './answer-limits.ts';
import { ConnectionLimits } from './connections.ts';
import { foldRepeats, type Log } from './log.ts';

interface Parts {
  answer: RequestListener;
  clock: Clock;
  log: Log;
  host: string;
  port: number;
  backlog?: number;
  maxConnections: number;
  /** An answer that is not read for so long is given up. */
  stalledMs: number;
  /** Time for answers under way, at a stop. */
  graceMs: number;
  timing: ServerOptions & { headersTimeout: number };
}

export interface Listener {
  readonly http: Server;
  /** The port; a refused one throws. */
  listen(): Promise<number>;
  /** Lets answers under way end for a moment, then closes every connection. */
  stop(): Promise<void>;
}

/** Interval of the check for connections that are slow to send a request; Node's own is twice a minute. */
const CHECK_EVERY_MS = 5000;

/** HTTP server with limits for its connections, their requests and their answers, and a graceful stop. */
export function listener({ answer, clock, log, timing, maxConnections, stalledMs, graceMs, ...at }: Parts): Listener {
  const connections = new ConnectionLimits(maxConnections, clock, foldRepeats(log, clock));
  const http = createServer(
    { ...timing, connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, timing.headersTimeout) },
    fewUnanswered(takenWithin(stalledMs, answer), (socket) => connections.shutOut(socket)),
  );
  http.on('connection', (socket) => connections.admit(socket));
  return {
    http,
    async listen() {
      http.listen(at);
      await once(http, 'listening'); // or its error
      return (http.address() as AddressInfo).port;
    },
    async stop() {
      if (!http.listening) return;
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      http.closeIdleConnections();
      await anotherTurn(); // what lies unread is read
      connections.endUnused();
      await atMost(graceMs, clock, closed);
      http.closeAllConnections();
      await closed;
    },
  };
}
