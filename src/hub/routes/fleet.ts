import type { IRouter, Request, Response } from 'express';
import type { z } from 'zod';
import { FleetCompareQuery, FleetRangeQuery, type FleetScores } from '../../contract/fleet.ts';
import { isLocal } from '../../http/addresses.ts';
import { wireText } from '../../http/json.ts';
import { Packed, sendPacked } from '../../http/packed.ts';
import { quantitiesWith } from '../../quantities/names.ts';
import { type Access, askerOf } from '../access/access.ts';
import { reachOf } from '../access/roles.ts';
import { comparisonOf, forecastOf, historyOf, knownStation, rowsBetween } from '../answers.ts';
import { csvText, isoText } from '../csv.ts';
import type { Hub } from '../hub.ts';
import { HttpRefusal, onlyBy } from '../refusal.ts';
import type { Registry } from '../registry.ts';
import { monthlyScores, noonsOfAYear } from '../scores.ts';

/** Cache time of an answer that all readers share, seconds. */
const FLEET_S = 1;
const SCORES_S = 300;

/** Columns of a station's table: what every station measures; behind it, wind, rain, sun and the air outdoors where these rows have them. */
const COLUMNS = quantitiesWith('fleet', 'column').map(({ fleet }) => fleet);
const OF_SOME = quantitiesWith('fleet', 'narrow').map(({ fleet }) => fleet);

/** Routes for people and their programs. Every query to the engine is written here or below; no client text goes into it. */
export function fleetRoutes(app: IRouter, hub: Hub, access: Access): void {
  const read = access.may('read');
  const fleetNow = remembered(FLEET_S, hub, async () => json(hub.fleet()));
  const scores = remembered(SCORES_S, hub, async () => json(await scoresOf(hub)));

  app.get('/api/fleet', read, async (req, res) => sendPacked(req, res, await fleetNow()));
  app.get('/api/health', access.may('see-published'), (req, res) => {
    const health = hub.health();
    // A monitor elsewhere learns whether it is well, and nothing else.
    const seesAll = reachOf(askerOf(res), 'read') !== 'none' || isLocal(req);
    const told = seesAll ? health : { ok: health.ok, now_ts: health.now_ts };
    if (health.ok) return sendPacked(req, res, json(told));
    res.status(503).setHeader('Cache-Control', 'no-store');
    res.json(told);
  });
  app.get('/api/fleet/scores', read, async (req, res) => sendPacked(req, res, await scores()));
  app.get('/api/fleet/compare', read, async (req, res) =>
    sendPacked(req, res, json(await comparisonOf(hub, queryOf(FleetCompareQuery, req)))),
  );
  app.get('/api/fleet.csv', read, (req, res) => sendCsv(req, res, 'fleet.csv', fleetCsv(hub)));
  app.get('/api/fleet/:id/history', read, async (req, res) =>
    sendPacked(req, res, json(await historyOf(hub, idOf(req), queryOf(FleetRangeQuery, req)))),
  );
  app.get('/api/fleet/:id/forecast', read, async (req, res) =>
    sendPacked(req, res, json(await forecastOf(hub, idOf(req)))),
  );
  app.get('/api/fleet/:id/history.csv', read, async (req, res) => {
    const id = knownStation(hub, idOf(req));
    const { rows } = await rowsBetween(hub, id, queryOf(FleetRangeQuery, req));
    const has = new Set([...rows.values()].flatMap(Object.keys));
    const columns = [...COLUMNS, ...OF_SOME.filter(({ field }) => has.has(field))];
    const lines = [...rows].map(([tS, row]) => [tS, isoText(tS), ...columns.map(({ field }) => row[field] ?? null)]);
    await sendCsv(req, res, `${id}.csv`, csvText(['ts', 'time', ...columns.map(({ head }) => head)], lines));
  });
  app.use((req, res, next) =>
    isRead(req) || !/^\/api\/(?:fleet(?:\.csv|\/.*)?|health)$/.test(req.path)
      ? next()
      : onlyBy('GET', 'HEAD')(req, res, next),
  );
}

function queryOf<S extends z.ZodType>(schema: S, req: Request): z.infer<S> {
  const result = schema.safeParse(req.query);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new HttpRefusal(422, `${issue!.path.join('.') || 'the question'}: ${issue!.message}`);
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';
const idOf = ({ params }: Request): string => String(params['id']);

/** Caches an answer for some seconds, until a station is changed. A failure is not cached. */
function remembered<T>(seconds: number, hub: Hub, make: () => Promise<T>): () => Promise<T> {
  let made: { atS: number; of: Registry; answer: Promise<T> } | null = null;
  return () => {
    if (made !== null && made.of === hub.registry && Math.abs(hub.nowS - made.atS) < seconds) return made.answer;
    const mine = { atS: hub.nowS, of: hub.registry, answer: make() };
    made = mine;
    mine.answer.catch(() => {
      if (made === mine) made = null;
    });
    return mine.answer;
  };
}

async function scoresOf(hub: Hub): Promise<FleetScores> {
  const { firstNoonS, lastNoonS } = noonsOfAYear(hub.nowS);
  return monthlyScores(await hub.engine.ask((engine) => engine.dayScores(firstNoonS, lastNoonS)));
}

function fleetCsv(hub: Hub): string {
  const { stations } = hub.fleet();
  const head = 'id name last_seen_ts last_seen version health backlog_rows alarms latitude longitude altitude_m';
  const values = [
    'temperature_c',
    'humidity_pct',
    'sea_level_hpa',
    'revoked',
    'simulated',
    'last_row_ts',
    'group',
    'place',
  ];
  const lines = stations.map((s) => [
    s.id,
    s.name,
    s.last_seen_ts,
    isoText(s.last_seen_ts),
    s.version,
    s.health,
    s.backlog_rows,
    s.alarms,
    s.latitude,
    s.longitude,
    s.altitude_m,
    s.temperature,
    s.humidity,
    s.pressure,
    s.revoked,
    s.simulated,
    s.last_row_ts,
    s.group,
    s.place,
  ]);
  return csvText([...head.split(' '), ...values], lines);
}

async function sendCsv(req: Request, res: Response, name: string, text: string): Promise<void> {
  res.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  await sendPacked(req, res, new Packed(Buffer.from(text), 'text/csv; charset=utf-8'));
}

const json = (answer: unknown): Packed => new Packed(Buffer.from(wireText(answer)));
