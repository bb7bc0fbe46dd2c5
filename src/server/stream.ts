import type { Request, Response } from 'express';
import { type Clock, every } from '../base/clock.ts';
import { clientAddress } from '../http/addresses.ts';
import { ApiError } from '../http/api-error.ts';
import { wireText } from '../http/json.ts';
import type { Log } from '../http/log.ts';
import type { Shares } from '../http/shares.ts';
import type { StationApi } from '../station/api.ts';
import { sentence } from '../words/sentence.ts';
import type { LiveText } from './live.ts';

/** Newest alarm event that a reader of the stream was sent, and of which station. */
interface Seen {
  station: StationApi | null;
  seq: number;
}

const PERIOD_MS = 2000;
const RETRY_AFTER_S = 30;
/** A reader that leaves more than this unread is dropped. */
const BACKLOG_BYTES = 1024 * 1024;
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
    const release = shares.take(clientAddress(req));
    if (typeof release === 'string') {
      throw new ApiError(503, FULL[release], { afterS: RETRY_AFTER_S });
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
      const seen: Seen = { station: null, seq: 0 };
      const ends = AbortSignal.any([closed.signal, shutdown]);
      await every(PERIOD_MS, clock, ends, () => this.#send(res, close, seen));
    } finally {
      release();
      res.off('close', close);
      res.end();
    }
  }

  async #send(res: Response, close: () => void, seen: Seen): Promise<void> {
    const { live, station, log } = this.options;
    const source = station();
    if (!source) return close();
    if (res.writableLength > BACKLOG_BYTES) {
      this.#dropped += 1;
      res.destroy(); // an orderly end would wait behind everything the reader has not taken
      return;
    }
    try {
      const message = await live.message(source);
      if (res.destroyed) return;
      res.write(message);
      for (const event of alarmEvents(source, seen)) res.write(event);
    } catch (error) {
      log.error({ path: '/api/stream', err: error }, 'a stream message could not be made');
    }
  }
}

/** An event for each alarm whose state has changed since the reader's last turn; the first turn tells of none. */
function alarmEvents(source: StationApi, seen: Seen): string[] {
  const isFirst = seen.station !== source;
  const { seq, ids } = source.alarms.changedSince(isFirst ? Number.POSITIVE_INFINITY : seen.seq);
  Object.assign(seen, { station: source, seq });
  return ids.flatMap((id) => {
    const alarm = source.alarms.get(id);
    return alarm ? [`event: alarm\ndata: ${wireText(alarm)}\n\n`] : [];
  });
}
