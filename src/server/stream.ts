import type { Request, Response } from 'express';
import { every } from '../base/clock.ts';
import { clientAddress } from '../http/addresses.ts';
import { ApiError } from '../http/api-error.ts';
import { wireText } from '../http/json.ts';
import type { Log } from '../http/log.ts';
import { Shares } from '../http/shares.ts';
import type { StationApi } from '../station/api.ts';
import { sentence } from '../words/sentence.ts';
import type { Core } from './answers/core.ts';
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

/**
 * The event stream: each reader has its own turn every two seconds, and all of a sample's turns send the same bytes. A stream that loses its
 * station ends.
 */
export class EventStream {
  readonly #shares: Shares;
  #dropped = 0;
  constructor(
    private readonly core: Core,
    private readonly live: LiveText,
    private readonly log: Log,
    private readonly shutdown: AbortSignal,
  ) {
    this.#shares = new Shares(core.settings.maxStreamClients);
  }

  get clients(): number {
    return this.#shares.total;
  }
  /** Readers that were let go because they did not keep up. */
  get dropped(): number {
    return this.#dropped;
  }

  async open(req: Request, res: Response): Promise<void> {
    if (this.shutdown.aborted) throw new ApiError(503, sentence('refusal.stopping'));
    const release = this.#shares.take(clientAddress(req));
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
      res.setTimeout(0); // its limit is BACKLOG_BYTES
      const seen: Seen = { station: null, seq: 0 };
      const ends = AbortSignal.any([closed.signal, this.shutdown]);
      await every(PERIOD_MS, this.core.clock, ends, () => this.#send(res, close, seen));
    } finally {
      release();
      res.off('close', close);
      res.end();
    }
  }

  async #send(res: Response, close: () => void, seen: Seen): Promise<void> {
    const source = this.core.station();
    if (!source) return close();
    if (res.writableLength > BACKLOG_BYTES) {
      this.#dropped += 1;
      res.destroy(); // an orderly end would wait behind everything the reader has not taken
      return;
    }
    try {
      const message = await this.live.message(source);
      if (res.destroyed) return;
      res.write(message);
      for (const event of alarmEvents(source, seen)) res.write(event);
    } catch (error) {
      this.log.error({ path: '/api/stream', err: error }, 'a stream message could not be made');
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
