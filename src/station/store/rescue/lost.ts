import { columnsOf, type Database } from '../sqlite/database.ts';
import { FIVE_MIN, HALF_DAY, HOURLY } from '../tiers/tier.ts';
import type { Hole } from './carve/carve.ts';
import type { PageFile } from './carve/page-file.ts';
import { numbersIn } from './carve/trees.ts';
import type { Lost } from './salvaged.ts';
import { newestIn } from './settle.ts';

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

/** Tables with running numbers, and the index that lists each of their rows. */
const NUMBERED = { event: 'event_by_kind', label: 'label_by_ts', calibration: null } as const;

function lostNumbered(db: Database, holes: readonly Hole[], file: PageFile | null): Lost[] {
  return Object.entries(NUMBERED).flatMap(([table, index]) => {
    const own = holes.filter((hole) => hole.table === table);
    if (own.length === 0) return [];
    const listed = file !== null && index !== null ? numbersIn(file, index) : null;
    const rows = listed === null ? missingBetween(db, table, own) : missingOf(listed, db, table, own);
    return rows === 0 ? [] : [{ table, fromTs: null, untilTs: null, rows }];
  });
}

/** Count of the rows that an index lists within holes and the table has not. */
function missingOf(listed: readonly number[], db: Database, table: string, holes: readonly Hole[]): number {
  const isThere = db.prepare<[number], number>(`SELECT 1 FROM ${table} WHERE id = ?`).pluck();
  const isInHole = (id: number): boolean =>
    holes.some(({ after, until }) => id > (after ?? 0) && id <= (until ?? Number.POSITIVE_INFINITY));
  return listed.filter((id) => isInHole(id) && isThere.get(id) === undefined).length;
}

/** Count of the numbers that are missing between two that are there; null behind the last one, and of labels, which are taken back. */
function missingBetween(db: Database, table: string, holes: readonly Hole[]): number | null {
  const between = db
    .prepare<[number, number], number>(`SELECT count(*) FROM ${table} WHERE id > ? AND id <= ?`)
    .pluck();
  let rows = 0;
  for (const { after, until } of holes) {
    if (until === null || table === 'label') return null;
    rows += until - (after ?? 0) - between.get(after ?? 0, until)!;
  }
  return rows;
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

/** Tables whose losses are counted, or that are made again. */
const COUNTED = ['sample', 'five_min', 'hourly', 'half_day', 'record', 'watermark', ...Object.keys(NUMBERED)];

/** Tables that nothing counts and that have a hole: they are named. */
function lostUncounted(db: Database, holes: readonly Hole[]): Lost[] {
  const tables = new Set(holes.map(({ table }) => table));
  for (const table of COUNTED) tables.delete(table);
  const isThere = (table: string): boolean => columnsOf(db, table).length > 0; // not one of an older program
  return [...tables].filter(isThere).map(lostOf);
}

const lostOf = (table: string): Lost => ({ table, fromTs: null, untilTs: null, rows: null });

/** Loss of a database of which nothing can be read: everything since the backup that took its place. */
export const lostWholly = (db: Database): Lost[] => [{ ...lostOf('everything'), fromTs: newestIn(db) || null }];

/**
 * Losses of the damaged `file`, after everything that can be brought back is back. A gap counts where the file had a hole: one that an earlier
 * salvage left is no news. `unknown`: a page of the newest commits is gone, and nobody knows which.
 */
export function findLost(db: Database, holes: readonly Hole[], file: PageFile | null = null): Lost[] {
  const weather = lostWeather(db).filter(({ table, fromTs, untilTs }) =>
    holes.some((hole) => {
      const { fromS, untilS } = inSeconds(hole);
      return hole.table === table && fromS < untilTs! && untilS >= fromTs!;
    }),
  );
  const unknown = file?.lacksUnknown ? [lostOf('unknown')] : [];
  return [
    ...weather,
    ...lostAtTheEnd(db, holes),
    ...lostNumbered(db, holes, file),
    ...lostUncounted(db, holes),
    ...unknown,
  ];
}
