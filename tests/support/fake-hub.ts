import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import type {
  Fleet,
  FleetComparison,
  FleetForecast,
  FleetHistory,
  FleetScores,
  FleetStation,
  HubHealth,
} from '../../src/contract/fleet.ts';
import type { HubSession } from '../../src/contract/fleet-people.ts';
import { HORIZON_LABELS, HORIZONS_S, TARGETS } from '../../src/contract/names.ts';
import { portOf } from './port-of.ts';
import { seeded } from './seeded.ts';

const DIST = join(import.meta.dirname, '../../dist/fleet');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};
/** As the station's own pages have it; the hub sends the same. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
export const NOW_S = Date.UTC(2026, 10, 22, 12, 0) / 1000;
const DAY_S = 86_400;

/** Around the Øresund: coasts on both sides, and some old, silent and strange ones among them. */
export function fleetOf(count: number): FleetStation[] {
  const { uniform, normal } = seeded(40);
  const labels = HORIZONS_S.map((horizonS) => HORIZON_LABELS[horizonS]!);
  return Array.from({ length: count }, (_, i) => {
    const silentS = i % 9 === 4 ? 23 * DAY_S : i % 11 === 7 ? 5 * 3600 : 60 + Math.floor(uniform() * 700);
    const never = i % 37 === 12;
    const latitude = 55.4 + uniform() * 0.9;
    const temperature = 6 + normal() - (latitude - 55.8);
    const isOld = never || silentS > 3600;
    const suspect = i % 13 === 3;
    const skill = Object.fromEntries(labels.map((label, k) => [label, 0.1 + k * 0.05 + uniform() * 0.1]));
    const against = (difference: number) => (isOld ? null : { difference, neighbours: 6, suspect });
    return {
      id: `skole-${String(i + 1).padStart(3, '0')}`,
      name: i === 1 ? 'Sankt Jørgens Skole ved Søen' : `Skole ${i + 1}`,
      group: null,
      place: null,
      published: false,
      keep_days: null,
      added_ts: NOW_S - 400 * DAY_S,
      revoked: i % 41 === 40,
      simulated: i === 2,
      shared: i === 3,
      last_seen_ts: never ? null : NOW_S - silentS,
      last_row_ts: never ? null : NOW_S - silentS,
      version: never ? null : i % 5 === 0 ? '1.9.3' : '1.10.0',
      health: never ? 'unknown' : i % 17 === 5 ? 'fault' : i % 7 === 6 ? 'warn' : 'ok',
      backlog_rows: never ? null : i % 9 === 5 ? 1234 : 0,
      alarms: never ? null : i % 10 === 8 ? 2 : 0,
      wanted_version: null,
      upgrade: null,
      disk_free_pct: never ? null : i % 19 === 6 ? 3 : 80,
      latitude: i % 20 === 19 ? null : latitude,
      longitude: i % 20 === 19 ? null : 11.9 + uniform() * 1.2,
      altitude_m: 20,
      temperature: isOld ? null : temperature,
      humidity: isOld ? null : 70 + uniform() * 25,
      pressure: isOld ? null : 1012 + normal() * 0.4,
      skill: { temperature: never ? {} : skill, humidity: {}, pressure: {} },
      neighbours: { temperature: against(suspect ? 4.2 : normal() * 0.3), humidity: against(1.5), pressure: null },
    } satisfies FleetStation;
  });
}

const wave = (tS: number): number => 6 + 3 * Math.sin((2 * Math.PI * (tS % DAY_S)) / DAY_S);

function historyOf(id: string, params: URLSearchParams): FleetHistory {
  const [startS, endS, bucketS] = ['start', 'end', 'bucket'].map((name) => Number(params.get(name)));
  const ts: number[] = [];
  for (let tS = startS!; tS < endS!; tS += bucketS!) ts.push(tS);
  const column = (of: (tS: number) => number) => ts.map((tS, i) => (i % 50 > 44 ? null : of(tS)));
  return {
    id,
    start_ts: startS!,
    end_ts: endS!,
    bucket_s: bucketS!,
    ts,
    temperature: column(wave),
    humidity: column((tS) => 80 - 2 * wave(tS)),
    pressure: column((tS) => 1012 + wave(tS) / 10),
    // Every second station has a gauge and a vane.
    outdoors: /[02468]$/.test(id)
      ? { wind: column(wave), gust: column((tS) => 1.5 * wave(tS)), rain: column((tS) => (wave(tS) > 8 ? 0.2 : 0)) }
      : {},
  };
}

const forecastOf = (id: string): FleetForecast => {
  const issued = (scale: number, from: (tS: number) => number) =>
    HORIZONS_S.map((horizonS) => ({
      horizon: HORIZON_LABELS[horizonS]!,
      mu: from(NOW_S + horizonS),
      halfwidth: scale * (0.5 + horizonS / DAY_S),
    }));
  return {
    id,
    issue_ts: NOW_S - 1200,
    targets: {
      temperature: issued(2, wave),
      humidity: issued(8, (tS) => 80 - 2 * wave(tS)),
      pressure: issued(2, (tS) => 1012 + wave(tS) / 10),
    },
  };
};

const scores = (): FleetScores => {
  const months = ['2026-09', '2026-10', '2026-11'];
  return {
    months,
    rows: months.flatMap((month, m) =>
      TARGETS.flatMap((target) =>
        HORIZONS_S.map((horizonS, k) => ({
          target,
          horizon: HORIZON_LABELS[horizonS]!,
          month,
          skill: k === 0 && m === 0 ? null : 0.05 * k + 0.02 * m - 0.03,
          coverage: 0.88 + 0.01 * m,
          stations: 30 + m,
        })),
      ),
    ),
  };
};

function comparisonOf(params: URLSearchParams): FleetComparison {
  const known = historyOf('', new URLSearchParams([...params, ['bucket', '3600']]));
  const values_a = known.temperature;
  const values_b = values_a.map((value, i) => (value === null ? null : value - 0.4 + 0.2 * Math.sin(i)));
  const [a, b] = [params.get('a')!, params.get('b')!];
  const difference = { mean: 0.4, sd: 0.14, n: values_a.filter((value) => value !== null).length };
  return { a, b, target: params.get('target') as 'temperature', ts: known.ts, values_a, values_b, difference };
}

export interface FakeHub {
  url: string;
  /** Fails as the world fails: an engine that is down, a hub that refuses. */
  engine: HubHealth['engine']['state'];
  refuses: { status: number; detail: string } | null;
  stations: FleetStation[];
  staleS: number;
  asked: string[];
  stop(): Promise<void>;
}

/** Serves the built page, and answers that are true to the contract, of a fleet that is made up. */
export async function fakeHub(count: number): Promise<FakeHub> {
  const stations = fleetOf(count);
  const hub: FakeHub = {
    ...{ url: '', engine: 'ok', refuses: null, staleS: 0, stations, asked: [] },
    stop: async () => undefined,
  };
  const answerOf = (path: string, params: URLSearchParams): unknown => {
    const [, id = '', what] = /^\/api\/fleet\/([^/]+)\/(history|forecast)$/.exec(path) ?? [];
    if (what === 'history') return historyOf(id, params);
    if (what === 'forecast') return forecastOf(id);
    if (path === '/api/fleet') return { now_ts: NOW_S, stale_s: hub.staleS, stations } satisfies Fleet;
    if (path === '/api/fleet/scores') return scores();
    if (path === '/api/fleet/compare') return comparisonOf(params);
    if (path === '/api/session')
      return { name: null, role: 'viewer', groups: [], has_people: false, may: {} } satisfies HubSession;
    if (path !== '/api/health') return null;
    const engine = {
      kind: 'victoria-metrics' as const,
      version: '1.79.5',
      state: hub.engine,
      since_ts: NOW_S - 3600,
      detail: null,
    };
    const batches = { stored: 0, refused: {} };
    return {
      ok: hub.engine === 'ok',
      now_ts: NOW_S,
      version: '1.1.0',
      stations: count,
      engine,
      batches,
      newer_fields: {},
    } satisfies HubHealth;
  };
  /** The hub answers 503 with its health while its engine is down or full. */
  const statusOf = (path: string): number => (path === '/api/health' && hub.engine !== 'ok' ? 503 : 200);
  const server = createServer((request: IncomingMessage, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://hub');
    hub.asked.push(request.url!);
    response.setHeader('content-security-policy', POLICY);
    if (pathname.startsWith('/api/')) {
      const { status, detail } = hub.refuses ?? { status: statusOf(pathname), detail: '' };
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      return void response.end(JSON.stringify(hub.refuses ? { detail } : answerOf(pathname, searchParams)));
    }
    const file = join(DIST, pathname === '/' ? 'index.html' : pathname);
    if (!file.startsWith(DIST) || !existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.end(readFileSync(file));
  });
  hub.url = `http://127.0.0.1:${await portOf(server)}`;
  hub.stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return hub;
}
