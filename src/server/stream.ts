import type { Request, Response } from 'express';
import type { StationApi } from '../station/api.ts';
import { type Clock, every } from '../station/clock.ts';
import { ApiError } from './errors.ts';
import type { LiveText } from './live.ts';
import type { Log } from './log.ts';

const PERIOD_MS = 2000;

export interface StreamOptions {
  live: LiveText;
  /** Null while there is no station: a stream that loses its station ends. */
  station: () => StationApi | null;
  clock: Clock;
  log: Log;
  shutdown: AbortSignal;
  maxClients: number;
  backlogBytes: number;
}

/** The event stream: each reader has its own turn every two seconds, and all of a sample's turns send the same bytes. */
export class EventStream {
  #clients = 0;
  #dropped = 0;
  constructor(private readonly options: StreamOptions) {}

  get clients(): number {
    return this.#clients;
  }
  /** Readers that were let go because they did not keep up. */
  get dropped(): number {
    return this.#dropped;
  }

  async open(req: Request, res: Response): Promise<void> {
    const { clock, maxClients, shutdown } = this.options;
    if (this.#clients >= maxClients) throw new ApiError(503, 'as many streams as allowed are open');
    if (shutdown.aborted) throw new ApiError(503, 'the station is stopping');
    const closed = new AbortController();
    const close = () => closed.abort();
    this.#clients += 1;
    res.once('close', close);
    res.shouldKeepAlive = false; // a stream uses its connection up: when it ends, nothing is left to linger
    try {
      res.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-cache',
        'X-Accel-Buffering': 'no',
      });
      if (req.method === 'HEAD') return;
      res.flushHeaders();
      await every(PERIOD_MS, clock, AbortSignal.any([closed.signal, shutdown]), () => this.#send(res, close));
    } finally {
      this.#clients -= 1;
      res.off('close', close);
      res.end();
    }
  }

  async #send(res: Response, close: () => void): Promise<void> {
    const { live, station, backlogBytes, log } = this.options;
    const source = station();
    if (!source) return close();
    if (res.writableLength > backlogBytes) {
      this.#dropped += 1;
      res.destroy(); // an orderly end would wait behind everything the reader has not taken
      return;
    }
    try {
      const message = await live.message(source);
      if (!res.destroyed) res.write(message);
    } catch (error) {
      log.error({ path: '/api/stream', err: error }, 'a stream message could not be made');
    }
  }
}
