import type { IRouter } from 'express';
import { FLEET_LIMITS, SENDER } from '../../contract/fleet-line.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Counted } from '../engine/engine.ts';
import type { Hub } from '../hub.ts';
import type { Allowances } from '../ingest/allowance.ts';
import { readBatch } from '../ingest/batch.ts';
import { BatchReader } from '../ingest/batch-text.ts';
import type { InFlight } from '../ingest/in-flight.ts';
import type { Logins } from '../ingest/logins.ts';

/** A row of one value, with its line for the engine: 400 bytes on the heap, whichever station sends it in twenty. */
const ROW_BYTES = 512;
const OF = ['all', 'wx', 'fc', 'score'] as const;

interface Parts {
  logins: Logins;
  inFlight: InFlight;
  allowances: Allowances;
  /** Version that a station is asked to have. */
  wanted(login: string): string | null;
}

/** Routes for stations: send rows, and ask how many of them are on disk. `../README.md` says which limit of these protects what. */
export function ingestRoutes(app: IRouter, hub: Hub, { logins, inFlight, allowances, wanted }: Parts): void {
  const reader = new BatchReader();

  app.post('/api/v1/ingest', async (req, res) => {
    const login = logins.admit(req, 'post');
    const place = inFlight.enter();
    let unstoredLines = 0;
    try {
      const text = await reader.textOf(req, place);
      unstoredLines = linesIn(text);
      const batch = readBatch(text, hub.nowS);
      if ('refused' in batch) throw new ApiError(400, batch.refused);
      const { rows, leftOut } = batch;
      place.take(rows.length * ROW_BYTES);
      logins.stillMay(req);
      allowances.take(login, rows);
      if (rows.length > 0) await hub.store(login, rows);
      hub.rows.leftOut += leftOut;
      unstoredLines = 0;
    } finally {
      hub.rows.refused += unstoredLines;
      place.leave();
    }
    res.status(204).end();
  });

  app.get('/api/v1/ack', async (req, res) => {
    const login = logins.admit(req, 'proof');
    const { tS, counted, by } = questionOf(req.query);
    const sentAway = by === undefined ? null : hub.claimLogin(login, by);
    if (sentAway !== null) throw new ApiError(409, sentAway);
    const { values, newestRev } = await hub.proof(login, tS, counted);
    const result = values === 0 ? [] : [{ metric: {}, value: [tS, String(values)] }];
    res.setHeader('Cache-Control', 'no-store');
    const notices = hub.notices.of(login);
    const data = { resultType: 'vector', result };
    const version = wanted(login);
    const newest = counted.of === 'wx' && { newest_rev: newestRev };
    res.json({
      status: 'success',
      data,
      ...newest,
      ...(notices.length > 0 && { notices }),
      ...(version !== null && { upgrade: { version } }),
    });
  });

  // nginx asks this for whom it does not let in: it knows who may come, and not why another may not.
  app.get('/api/v1/refused', (req) => {
    logins.admit(req, 'proof');
    throw new ApiError(503, 'the hub does not know this login yet; try again', { afterS: 5 });
  });
}

const linesIn = (text: string): number => text.split('\n', FLEET_LIMITS.lines).filter((line) => line !== '').length;

function questionOf({ t, rev, by, of = rev === undefined ? 'all' : 'wx' }: Record<string, unknown>) {
  if (typeof t !== 'string' || !/^\d{9,11}$/.test(t)) throw new ApiError(400, 't must be whole epoch seconds');
  const kind = OF.find((known) => known === of);
  if (kind === undefined) throw new ApiError(400, `of must be one of ${OF.join(', ')}`);
  if (rev !== undefined && (kind !== 'wx' || typeof rev !== 'string' || !/^\d{1,9}$/.test(rev)))
    throw new ApiError(400, 'rev must be a whole number, and only rows have one');
  if (by !== undefined && (typeof by !== 'string' || !SENDER.test(by)))
    throw new ApiError(400, 'by must be a station ID and a start ID');
  const counted: Counted = kind === 'wx' ? { of: kind, rev: rev === undefined ? null : Number(rev) } : { of: kind };
  return { tS: Number(t), by, counted };
}
