import type { IRouter, Request, Response } from 'express';
import { FleetCompareQuery, FleetRangeQuery, type FleetScores, type FleetStation } from '../../contract/fleet.ts';
import { isLocal } from '../../http/addresses.ts';
import { wireText } from '../../http/json.ts';
import { Packed, sendPacked } from '../../http/packed.ts';
import { parse } from '../../http/validation.ts';
import { quantitiesWith } from '../../quantities/names.ts';
import { type Access, askerOf, stationFor } from '../access/access.ts';
import { reachesGroup, reachOf } from '../access/roles.ts';
import { comparisonOf, forecastOf, historyOf, rowsBetween, spanOf } from '../answers.ts';
import { csvText, isoText } from '../csv.ts';
import type { Hub } from '../hub.ts';
import type { Registry } from '../registry.ts';
import { cellsOf } from '../rows.ts';
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
  const seen = (res: Response, id: string): string => stationFor(res, 'read', hub.registry, id).login;
  const answered = (path: string, made: (req: Request, res: Response) => Promise<unknown>) =>
    app.get(path, read, async (req, res) => sendPacked(req, res, json(await made(req, res))));

  app.get('/api/fleet', read, async (req, res) =>
    sendPacked(req, res, isAll(res) ? await fleetNow() : json({ ...hub.fleet(), stations: stationsFor(hub, res) })),
  );
  app.get('/api/health', access.may('see-published'), (req, res) => {
    const health = hub.health();
    // A monitor elsewhere learns whether it is well, and nothing else.
    const seesAll = reachOf(askerOf(res), 'read') !== 'none' || isLocal(req);
    const shown = seesAll ? health : { ok: health.ok, now_ts: health.now_ts };
    if (health.ok) return sendPacked(req, res, json(shown));
    res.status(503).setHeader('Cache-Control', 'no-store');
    res.json(shown);
  });
  app.get('/api/fleet/scores', read, async (req, res) => sendPacked(req, res, await scores()));
  answered('/api/fleet/compare', (req, res) => {
    const query = parse(FleetCompareQuery, req.query, 'query');
    for (const id of [query.a, query.b]) seen(res, id);
    return comparisonOf(hub, query);
  });
  app.get('/api/fleet.csv', read, (req, res) => sendCsv(req, res, 'fleet.csv', fleetCsv(stationsFor(hub, res))));
  answered('/api/fleet/:id/history', (req, res) =>
    historyOf(hub, seen(res, idOf(req)), parse(FleetRangeQuery, req.query, 'query')),
  );
  answered('/api/fleet/:id/forecast', (req, res) => forecastOf(hub, seen(res, idOf(req))));
  app.get('/api/fleet/:id/history.csv', read, async (req, res) => {
    const id = seen(res, idOf(req));
    const rows = await rowsBetween(hub, id, spanOf(parse(FleetRangeQuery, req.query, 'query'), hub.nowS));
    const has = new Set([...rows.values()].flatMap(Object.keys));
    const columns = [...COLUMNS, ...OF_SOME.filter(({ field }) => has.has(field))];
    const lines = [...rows].map(([tS, row]) => cellsOf(tS, row, columns));
    const head = ['ts', 'time', ...columns.map((column) => column.head), 'simulated'];
    await sendCsv(req, res, `${id}.csv`, csvText([head, ...lines]));
  });
}

const isAll = (res: Response): boolean => reachOf(askerOf(res), 'read') === 'all';

/** Stations that the asker may see: a teacher those of the own groups. */
const stationsFor = (hub: Hub, res: Response): FleetStation[] =>
  hub.fleet().stations.filter(({ group }) => reachesGroup(askerOf(res), 'read', group));

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

/** Columns of the table of all stations, with the names of those that are called otherwise; new ones come last. */
const OF_FLEET = [
  ...(['id', 'name', 'last_seen_ts', 'last_seen', 'version', 'health', 'backlog_rows', 'alarms'] as const),
  ...(['latitude', 'longitude', 'altitude_m', 'temperature', 'humidity', 'pressure'] as const),
  ...(['revoked', 'simulated', 'last_row_ts', 'group', 'place'] as const),
];
const HEADS: Readonly<Record<string, string>> = {
  ...{ temperature: 'temperature_c', humidity: 'humidity_pct', pressure: 'sea_level_hpa' },
};

const fleetCsv = (stations: readonly FleetStation[]): string =>
  csvText([
    OF_FLEET.map((name) => HEADS[name] ?? name),
    ...stations.map((one) => OF_FLEET.map((name) => (name === 'last_seen' ? isoText(one.last_seen_ts) : one[name]))),
  ]);

async function sendCsv(req: Request, res: Response, name: string, text: string): Promise<void> {
  res.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  await sendPacked(req, res, new Packed(Buffer.from(text), 'text/csv; charset=utf-8'));
}

const json = (answer: unknown): Packed => new Packed(Buffer.from(wireText(answer)));
