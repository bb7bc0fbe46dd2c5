import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Port to who takes the reports of weather consoles, which come to any path of this server. */
export interface ReportPort {
  /** Whether a request is a report; it is answered then. */
  takes(req: IncomingMessage, res: ServerResponse): boolean;
  /** Whether what the parser refused is one. */
  refused(error: Error & { rawPacket?: Buffer }, socket: Socket): boolean;
}
