import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http';
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
  /** Time for connections that wait and for answers under way, at a stop. */
  graceMs: number;
  timing: ServerOptions & { headersTimeout: number };
}

/** Interval of the check for connections that are slow to send a request; Node's own is twice a minute. */
const CHECK_EVERY_MS = 5000;

/** Share of the grace for connections that wait: the rest is for answers, even where new connections never end. */
const ACCEPTING_SHARE = 1 / 4;

/** HTTP server with limits for its connections, their requests and their answers, and a graceful stop. */
export function listener({ answer, clock, log, timing, maxConnections, stalledMs, graceMs, ...at }: Parts) {
  const connections = new ConnectionLimits(maxConnections, clock, foldRepeats(log, clock));
  const lasts = new LastAnswers();
  const http = createServer(
    { ...timing, connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, timing.headersTimeout) },
    fewUnanswered(lasts.of(takenWithin(stalledMs, answer)), (socket) => connections.shutOut(socket)),
  );
  http.on('connection', (socket) => connections.admit(socket));
  const stop = async (): Promise<void> => {
    const startMs = clock.steadyMs();
    const [acceptsUntilMs, untilMs] = [startMs + graceMs * ACCEPTING_SHARE, startMs + graceMs];
    lasts.begin(() => http.closeIdleConnections());
    await allAccepted(http, () => clock.steadyMs() >= acceptsUntilMs);
    const closed = new Promise<void>((resolve) => http.close(() => resolve())); // and idle connections
    await anotherTurn(); // what lies unread is read
    connections.endUnused();
    await atMost(untilMs - clock.steadyMs(), clock, closed);
    http.closeAllConnections();
    await closed;
  };
  let stopped: Promise<void> | null = null;
  return {
    http,
    /** The port; a refused one throws. */
    async listen() {
      http.listen(at);
      await once(http, 'listening'); // or its error
      return (http.address() as AddressInfo).port;
    },
    /** Accepts waiting connections, lets answers under way end for a moment, then closes every connection. */
    async stop() {
      if (http.listening) stopped ??= stop();
      await stopped;
    },
  };
}

/** At a stop, every answer that has no head yet is the last of its connection: keep-alive would hold that to the end of the grace. */
class LastAnswers {
  readonly #underWay = new Set<ServerResponse>();
  #closeIdle: (() => void) | null = null;

  /** `closeIdle` ends connections whose answer had its head before: it is called with the end of each answer. */
  begin(closeIdle: () => void): void {
    this.#closeIdle = closeIdle;
    for (const res of this.#underWay) res.shouldKeepAlive = false;
  }

  of(answer: RequestListener): RequestListener {
    return (req, res) => {
      if (this.#closeIdle !== null) res.shouldKeepAlive = false;
      this.#underWay.add(res);
      res.once('close', () => {
        this.#underWay.delete(res);
        this.#closeIdle?.();
      });
      answer(req, res);
    };
  }
}

/** Turns without a new connection after which none waits: the first may come right behind the signal that asked for the stop. */
const QUIET_TURNS = 2;

/** Accept loop of a stop: the kernel hands over one connection a turn, and resets those that it still holds when the listener closes. */
async function allAccepted(http: Server, isLate: () => boolean): Promise<void> {
  let quiet = 0;
  const accepted = () => {
    quiet = -1; // the turn that brought it counts for nothing
  };
  http.on('connection', accepted);
  for (; quiet < QUIET_TURNS && !isLate(); quiet += 1) await anotherTurn();
  http.off('connection', accepted);
}
