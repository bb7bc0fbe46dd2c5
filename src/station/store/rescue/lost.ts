import { columnsOf, type Database } from '../sqlite/database.ts';
import { FIVE_MIN, HALF_DAY, HOURLY } from '../tiers/tier.ts';
import type { Hole } from './carve/carve.ts';
import type { Lost } from './salvaged.ts';

interface Gap {
  ts: number;
  missing: number;
}

/**
 * A coarser row knows how many samples it was made of, so it tells what its finer rows have lost, wherever they lie. Each tier is
 * asked from the moment on from which it holds its rows.
 */
function lostWeather(db: Database): Lost[] {
  const mark = db.prepare<[string], number>('SELECT from_ts FROM watermark WHERE tier = ?').pluck();
  const tiers = [
    { table: 'sample', over: FIVE_MIN, fromS: mark.get('raw') ?? 0, count: 'count(*)', key: 'ts_ms', perS: 1000 },
    { table: 'five_min', over: HOURLY, fromS: mark.get('five_min') ?? 0, count: 'sum(n)', key: 'ts', perS: 1 },
    { table: 'hourly', over: HALF_DAY, fromS: 0, count: 'sum(n)', key: 'ts', perS: 1 },
  ];
  return tiers.flatMap(({ table, over, fromS, count, key, perS }) => {
    const gaps = db
      .prepare<[number], Gap>(
        `SELECT ts, n - there missing FROM (
           SELECT ts, n, coalesce((SELECT ${count} FROM ${table}
             WHERE ${key} >= up.ts * ${perS} AND ${key} < (up.ts + ${over.widthS}) * ${perS}), 0) there
           FROM ${over.table} up WHERE ts >= ?) WHERE missing > 0 ORDER BY ts`,
      )
      .all(fromS);
    return joined(gaps, over.widthS).map((span) => ({ table, ...span }));
  });
}

/** Gaps that follow one another are one span. */
function joined(gaps: readonly Gap[], widthS: number): Omit<Lost, 'table'>[] {
  const spans: { fromTs: number; untilTs: number; rows: number }[] = [];
  for (const { ts, missing } of gaps) {
    const last = spans.at(-1);
    if (last && last.untilTs === ts) {
      last.untilTs = ts + widthS;
      last.rows += missing;
    } else spans.push({ fromTs: ts, untilTs: ts + widthS, rows: missing });
  }
  return spans;
}

const NUMBERED = ['event', 'label', 'calibration'];

/** Rows with running numbers: those missing between two that are there. One that was deleted counts, too: at most so many. */
function lostNumbered(db: Database, holes: readonly Hole[]): Lost[] {
  return NUMBERED.flatMap((table) => {
    const own = holes.filter((hole) => hole.table === table);
    if (own.length === 0) return [];
    const between = db
      .prepare<[number, number], number>(`SELECT count(*) FROM ${table} WHERE id > ? AND id <= ?`)
      .pluck();
    const known = own.every(({ until }) => until !== null);
    const rows = own.reduce(
      (sum, { after, until }) => sum + (until ?? 0) - (after ?? 0) - between.get(after ?? 0, until ?? 0)!,
      0,
    );
    return known && rows === 0 ? [] : [{ table, fromTs: null, untilTs: null, rows: known ? rows : null }];
  });
}

const inSeconds = ({ table, after, until }: Hole) => {
  const perS = table === 'sample' ? 1000 : 1;
  return { fromS: (after ?? 0) / perS, untilS: until === null ? Number.POSITIVE_INFINITY : until / perS };
};

/** The newest minutes are in no coarser row yet, so nobody knows how many samples they had. */
function lostAtTheEnd(db: Database, holes: readonly Hole[]): Lost[] {
  const lastS = db.prepare<[], number | null>('SELECT max(ts) FROM five_min').pluck().get() ?? null;
  const closedS = lastS === null ? 0 : lastS + FIVE_MIN.widthS;
  const open = holes
    .filter((hole) => hole.table === 'sample')
    .map(inSeconds)
    .filter(({ untilS }) => untilS > closedS);
  if (open.length === 0) return [];
  const untilS = Math.max(...open.map((hole) => hole.untilS));
  const fromTs = Math.max(closedS, Math.min(...open.map(({ fromS }) => fromS)));
  // Of the first minutes of a history nothing tells when they began.
  return [{ table: 'sample', fromTs: fromTs || null, untilTs: Number.isFinite(untilS) ? untilS : null, rows: null }];
}

/** Tables of which it is told what is gone, or that are made again. */
const TOLD = new Set(['sample', 'five_min', 'hourly', 'half_day', 'record', 'watermark', ...NUMBERED]);

/**
 * After everything that can be brought back is back. A gap counts where the damaged file had a hole: one that an earlier salvage
 * left is no news. `lacksUnknown`: a page of the newest commits is gone, and nobody knows which.
 */
export function findLost(db: Database, holes: readonly Hole[], lacksUnknown = false): Lost[] {
  const weather = lostWeather(db).filter(({ table, fromTs, untilTs }) =>
    holes.some((hole) => {
      const { fromS, untilS } = inSeconds(hole);
      return hole.table === table && fromS < untilTs! && untilS >= fromTs!;
    }),
  );
  const isUntold = ({ table }: Hole): boolean => !TOLD.has(table) && columnsOf(db, table).length > 0; // not one of an older program
  const unknown: Lost[] =
    lacksUnknown || holes.some(isUntold) ? [{ table: 'unknown', fromTs: null, untilTs: null, rows: null }] : [];
  return [...weather, ...lostAtTheEnd(db, holes), ...lostNumbered(db, holes), ...unknown];
}
