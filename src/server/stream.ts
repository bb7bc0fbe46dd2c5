import type { Request, Response } from 'express';
import { type Clock, every } from '../base/clock.ts';
import { ApiError } from '../http/api-error.ts';
import type { Log } from '../http/log.ts';
import type { Shares } from '../http/shares.ts';
import type { StationApi } from '../station/api.ts';
import { sentence } from '../words/sentence.ts';
import type { LiveText } from './live.ts';

const PERIOD_MS = 2000;
const RETRY_AFTER_S = 30;
const FULL = {
  address: sentence('refusal.streams-address'),
  all: sentence('refusal.streams'),
};

export interface StreamOptions {
  live: LiveText;
  /** Null while there is no station: a stream that loses its station ends. */
  station: () => StationApi | null;
  clock: Clock;
  log: Log;
  shutdown: AbortSignal;
  shares: Shares;
  backlogBytes: number;
}

/** The event stream: each reader has its own turn every two seconds, and all of a sample's turns send the same bytes. */
export class EventStream {
  #dropped = 0;
  constructor(private readonly options: StreamOptions) {}

  get clients(): number {
    return this.options.shares.total;
  }
  /** Readers that were let go because they did not keep up. */
  get dropped(): number {
    return this.#dropped;
  }

  async open(req: Request, res: Response): Promise<void> {
    const { clock, shares, shutdown } = this.options;
    if (shutdown.aborted) throw new ApiError(503, sentence('refusal.stopping'));
    const release = shares.take(req.socket.remoteAddress);
    if (typeof release === 'string') {
      throw new ApiError(503, FULL[release], { headers: { 'Retry-After': String(RETRY_AFTER_S) } });
    }
    const closed = new AbortController();
    const close = () => closed.abort();
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
      release();
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
