import { columnsOf, type Database } from '../sqlite/database.ts';
import { FIVE_MIN, FOLDED } from '../tiers/tier.ts';
import { Watermarks } from '../tiers/watermarks.ts';
import type { Hole } from './carve/carve.ts';
import type { PageFile } from './carve/page-file.ts';
import { numbersIn } from './carve/trees.ts';
import type { Lost } from './salvaged.ts';
import { newestIn } from './settle.ts';

/**
 * A coarser row knows how many samples it was made of, so it tells what its finer rows have lost, wherever they lie: one loss for gaps that
 * follow one another. Each tier is asked from the moment on from which it holds its rows.
 */
function lostWeather(db: Database): Lost[] {
  const marks = new Watermarks(db);
  return FOLDED.flatMap(({ table, widthS, finer }) => {
    const [key, perS, count] = finer.folded ? ['ts', 1, 'sum(n)'] : ['ts_ms', 1000, 'count(*)'];
    const there = `SELECT ${count} FROM ${finer.table} WHERE ${key} >= up.ts * ${perS} AND ${key} < (up.ts + ${widthS}) * ${perS}`;
    const counted = `SELECT ts, n - coalesce((${there}), 0) missing FROM ${table} up WHERE ts >= ?`;
    const gaps = `SELECT *, ts - ${widthS} * row_number() OVER (ORDER BY ts) span FROM (${counted}) WHERE missing > 0`;
    const losses = `SELECT '${finer.table}' "table", min(ts) fromTs, max(ts) + ${widthS} untilTs, sum(missing) rows
      FROM (${gaps}) GROUP BY span ORDER BY fromTs`;
    return db.prepare<[number], Lost>(losses).all('mark' in finer ? marks.from(finer) : 0);
  });
}

/** A hole in a table of weather, as moments. */
const inSeconds = ({ table, after, until }: Hole) => {
  const perS = table === 'sample' ? 1000 : 1;
  return { table, fromS: (after ?? 0) / perS, untilS: until === null ? Number.POSITIVE_INFINITY : until / perS };
};
type Span = ReturnType<typeof inSeconds>;

/** The newest minutes are in no coarser row yet, so nobody knows how many samples they had. */
function lostAtTheEnd(db: Database, spans: readonly Span[]): Lost[] {
  const closed = `SELECT coalesce(max(ts) + ${FIVE_MIN.widthS}, 0) FROM five_min`;
  const closedS = db.prepare<[], number>(closed).pluck().get()!;
  const open = spans.filter(({ table, untilS }) => table === 'sample' && untilS > closedS);
  if (open.length === 0) return [];
  const untilS = Math.max(...open.map((span) => span.untilS));
  const fromTs = Math.max(closedS, Math.min(...open.map(({ fromS }) => fromS)));
  // Of the first minutes of a history nothing tells when they began.
  return [{ table: 'sample', fromTs: fromTs || null, untilTs: Number.isFinite(untilS) ? untilS : null, rows: null }];
}

/** Tables whose losses coarser rows count, or that are made again. */
const COUNTED = ['sample', 'five_min', 'hourly', 'half_day', 'record', 'watermark'];
/** Tables with running numbers, and the index that lists each of their rows. */
const LISTED: Readonly<Record<string, string>> = { event: 'event_by_kind', label: 'label_by_ts' };

/** Other tables that have a hole: with a number where an index lists their rows, else by name alone. */
function lostOthers(db: Database, holes: readonly Hole[], file: PageFile): Lost[] {
  const tables = [...new Set(holes.map(({ table }) => table))].filter((table) => !COUNTED.includes(table));
  const here = tables.filter((table) => columnsOf(db, table).length > 0); // not one of an older program
  return here
    .map((table) => ({ ...lostOf(table), rows: lostOfListed(db, table, holes, file) }))
    .filter(({ rows }) => rows !== 0);
}

/** Count of the rows that an index lists within holes of its table, and that are gone; null where nothing lists them. */
function lostOfListed(db: Database, table: string, holes: readonly Hole[], file: PageFile): number | null {
  const index = LISTED[table];
  if (index === undefined) return null;
  const isThere = db.prepare<[number], number>(`SELECT 1 FROM ${table} WHERE id = ?`).pluck();
  const own = holes.filter((hole) => hole.table === table);
  const isInHole = (id: number): boolean =>
    own.some(({ after, until }) => id > (after ?? 0) && id <= (until ?? Number.POSITIVE_INFINITY));
  return numbersIn(file, index)?.filter((id) => isInHole(id) && isThere.get(id) === undefined).length ?? null;
}

const lostOf = (table: string): Lost => ({ table, fromTs: null, untilTs: null, rows: null });

/** Loss of a database of which nothing can be read: everything since the backup that took its place. */
export const lostWholly = (db: Database): Lost[] => [{ ...lostOf('everything'), fromTs: newestIn(db) || null }];

/**
 * Losses of the damaged `file`, after everything that can be brought back is back. A gap counts where the file had a hole: one that an earlier
 * salvage left is no news. `unknown`: a page of the newest commits is gone, and nobody knows which.
 */
export function findLost(db: Database, holes: readonly Hole[], file: PageFile): Lost[] {
  const spans = holes.map(inSeconds);
  const isNew = ({ table, fromTs, untilTs }: Lost): boolean =>
    spans.some((span) => span.table === table && span.fromS < untilTs! && span.untilS >= fromTs!);
  return [
    ...lostWeather(db).filter(isNew),
    ...lostAtTheEnd(db, spans),
    ...lostOthers(db, holes, file),
    ...(file.log.lacksUnknown ? [lostOf('unknown')] : []),
  ];
}
