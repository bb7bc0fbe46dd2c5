import { once } from 'node:events';
import type { Request, Response } from 'express';
import type { Steps } from '../../base/steps.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { clientAddress } from '../../http/addresses.ts';
import { ApiError } from '../../http/api-error.ts';
import { rateLimit } from '../../http/rate-limit.ts';
import { Shares } from '../../http/shares.ts';
import { parse } from '../../http/validation.ts';
import { sentence } from '../../words/sentence.ts';
import type { Core } from '../answers/core.ts';
import { windowOf } from '../gate/window.ts';

const FILE_PREFIX = 'weatherglass';
/** Between two looks at whether a long file may go on. */
const PAUSE_MS = 100;

export function exportRoutes(core: Core): void {
  const { app, started, quota, clock, settings } = core;
  const shares = new Shares(settings.exportsAtOnce);
  app.get(endpoints.exportCsv.path, rateLimit(settings.exportLimit, clock, 'exports'), async (req, res) => {
    quota.admit(req);
    const source = started().history;
    const query = parse(endpoints.exportCsv.query, req.query, 'query');
    const { startS, endS } = windowOf(query, source.nowS());
    const release = shares.take(clientAddress(req));
    if (typeof release === 'string') throw new ApiError(429, sentence('refusal.exports'), { afterS: 5 });
    res.once('close', release);
    const name = `${FILE_PREFIX}-${source.localStamp(startS)}.csv`;
    res.writeHead(200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    });
    if (req.method === 'HEAD') res.end();
    else {
      const units = query.units || query.system === 'imperial' ? query.system : null;
      const { layout, provenance } = query;
      const flags = query.flags ? query.flag_columns : 'none';
      const pieces = source.exportCsv(startS, endS, { layout, flags, provenance, units });
      await sendPieces(req, res, pieces, core);
    }
  });
}

/**
 * A piece at a time, and none while the reader has not taken the last: a stalled download holds one piece and no cursor. Each piece is made
 * in its turn among all requests, and a file takes half of its address's budget: a long one goes slower, and the page of the same address
 * is still answered.
 */
async function sendPieces(req: Request, res: Response, pieces: Iterable<string>, { quota, clock }: Core) {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const rest = pieces[Symbol.iterator]();
  const onePiece = function* (): Steps<IteratorResult<string>> {
    const piece = rest.next();
    yield;
    return piece;
  };
  try {
    while (!res.destroyed) {
      const piece = await quota.charged(req, onePiece);
      if (piece.done) break;
      // A reader that has gone, or whose connection failed, ends the loop.
      if (!res.write(piece.value)) await once(res, 'drain', { signal: gone.signal }).catch(() => undefined);
      while (quota.halfInS(req) > 0 && !res.destroyed) await clock.sleep(PAUSE_MS, gone.signal);
    }
    res.end();
  } finally {
    rest.return?.();
  }
}
