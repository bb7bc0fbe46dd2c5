import { once } from 'node:events';
import type { RequestHandler, Response, Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import type { HistoryFacet } from '../../station/api.ts';
import type { Clock } from '../../station/clock.ts';
import { newRouter } from '../answering.ts';
import { ApiError } from '../errors.ts';
import type { Shares } from '../shares.ts';
import { parse } from '../validation.ts';
import { windowOf } from '../window.ts';

const AGAIN = { headers: { 'Retry-After': '5' } };
const FILE_PREFIX = 'weatherglass';

export interface ExportOptions {
  history: () => HistoryFacet;
  clock: Clock;
  /** A download whose reader takes nothing for so long is given up. */
  stalledMs: number;
  shares: Shares;
  limit: RequestHandler;
}

export function exportRoutes({ history, clock, stalledMs, shares, limit }: ExportOptions): Router {
  const router = newRouter();
  router.get(endpoints.exportCsv.path, limit, async (req, res) => {
    const source = history();
    const { startS, endS } = windowOf(parse(endpoints.exportCsv.query, req.query, 'query'), source.nowS());
    const release = shares.take(req.socket.remoteAddress);
    if (typeof release === 'string') throw new ApiError(429, 'too many exports at once', AGAIN);
    res.once('close', release);
    const name = `${FILE_PREFIX}-${source.localStamp(startS)}.csv`;
    res.writeHead(200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    });
    if (req.method === 'HEAD') res.end();
    else await sendPieces(res, source.exportCsv(startS, endS), clock, stalledMs);
  });
  return router;
}

/**
 * A piece at a time, and none while the reader has not taken the last: a stalled download holds one piece and no cursor. Every
 * piece ends with a turn of the event loop, so that a fast reader cannot keep the sampling waiting either.
 */
async function sendPieces(res: Response, pieces: Iterable<string>, clock: Clock, stalledMs: number): Promise<void> {
  for (const piece of pieces) {
    if (res.destroyed) return;
    if (!res.write(piece) && !(await drained(res, clock, stalledMs))) {
      res.destroy();
      return;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  res.end();
}

/** True once the reader has taken what was written; false when it went away or took nothing for too long. */
async function drained(res: Response, clock: Clock, stalledMs: number): Promise<boolean> {
  const over = new AbortController();
  const { signal } = over;
  const left = once(res, 'close', { signal }).then(() => false);
  const taken = once(res, 'drain', { signal }).then(() => true);
  const stalled = clock.sleep(stalledMs, signal).then(() => false);
  try {
    return await Promise.race([taken, left, stalled]);
  } finally {
    for (const loser of [left, taken]) loser.catch(() => false); // an aborted wait rejects, and nobody waits for it any more
    over.abort();
  }
}
