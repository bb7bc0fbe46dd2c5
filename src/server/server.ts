import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { listener } from '../http/listener.ts';
import { pathsOnly } from '../http/paths-only.ts';
import type { StationApi } from '../station/api.ts';
import { createApp } from './app.ts';
import type { ConnectionsService, ReportPort, ServerParts } from './ports.ts';

export type Server = ReturnType<typeof createServer>;

export function createServer(options: ServerParts) {
  const { settings, clock, reports = null } = options;
  const shutdown = new AbortController();
  const uploading = new WeakSet<Socket>();
  let station: StationApi | null = null;
  let connectionsService: ConnectionsService | null = null;
  const { app, stream, turns } = createApp({
    ...options,
    station: () => station,
    connections: () => connectionsService,
    shutdown: shutdown.signal,
    uploading,
  });

  const { http, listen, stop } = listener({
    answer: reported(reports, pathsOnly(app)),
    ...{ clock, log: options.log, host: settings.host, port: settings.port },
    maxConnections: settings.maxConnections,
    stalledMs: settings.stalledMs,
    graceMs: 500,
    timing: {
      headersTimeout: settings.headersTimeoutMs,
      requestTimeout: settings.requestTimeoutMs,
      keepAliveTimeout: 65_000, // longer than the 60 s after which proxies let go, so that they and not we close first
      requireHostHeader: reports === null, // the guard asks for it of everybody else
    },
  });
  http.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && uploading.has(socket as Socket)) return; // a stalled one is given up by its route
    if (!reports?.refused(error, socket as Socket)) refuse(error, socket as Socket);
  });

  return {
    listen,
    /** Ends the streams at once, lets running answers finish for a moment, then closes every connection. */
    async stop() {
      shutdown.abort();
      await stop();
      turns.clear();
    },
    setStation(next: StationApi | null, connections: ConnectionsService | null = null) {
      station = next;
      connectionsService = connections;
    },
    get streamClients() {
      return stream.clients;
    },
  };
}

/** Reports of consoles pass before all checks of a request: a console knows no host name, and no path of ours. */
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

/** Refuses a request that Node's parser refused, as Node itself does without a listener. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable)
    socket.write(`HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
  socket.destroy(error);
}
