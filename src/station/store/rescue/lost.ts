import { columnsOf, type Database } from '../sqlite/database.ts';
import { FIVE_MIN, FOLDED, type FoldedTier, HOURLY, RAW, type Tier } from '../tiers/tier.ts';
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
    const { key, perS, count } = finer;
    const there = `SELECT ${count} FROM ${finer.table} WHERE ${key} >= up.ts * ${perS} AND ${key} < (up.ts + ${widthS}) * ${perS}`;
    const counted = `SELECT ts, n - coalesce((${there}), 0) missing FROM ${table} up WHERE ts >= ?`;
    const gaps = `SELECT *, ts - ${widthS} * row_number() OVER (ORDER BY ts) span FROM (${counted}) WHERE missing > 0`;
    const losses = `SELECT '${finer.table}' "table", min(ts) fromTs, max(ts) + ${widthS} untilTs, sum(missing) rows
      FROM (${gaps}) GROUP BY span ORDER BY fromTs`;
    return db.prepare<[number], Lost>(losses).all('mark' in finer ? marks.from(finer) : 0);
  });
}

/** A hole in a table of weather, as moments: from the end of the row before it to the end of its last one. */
const inSeconds = ({ table, after, until }: Hole): Span => {
  const perS = table === RAW.table ? 1000 : 1;
  const widthS = FOLDED.find((tier) => tier.table === table)?.widthS ?? 0;
  const endOf = (key: number): number => key / perS + widthS;
  return {
    table,
    fromS: after === null ? 0 : endOf(after),
    untilS: until === null ? Number.POSITIVE_INFINITY : endOf(until),
  };
};
interface Span {
  table: string;
  fromS: number;
  untilS: number;
}

/** Times that are in one of each. */
const inBoth = (some: readonly Span[], others: readonly Span[]): Span[] =>
  some
    .flatMap((one) =>
      others.map(({ fromS, untilS }) => {
        const both = { fromS: Math.max(one.fromS, fromS), untilS: Math.min(one.untilS, untilS) };
        return { table: one.table, ...both };
      }),
    )
    .filter(({ fromS, untilS }) => fromS < untilS);

/** Stretches of a hole that no row of the coarser tier fills: those of a backup do, and brought the finer ones along. */
function unfilledIn(db: Database, { table, fromS, untilS }: Span, coarser: FoldedTier): Span[] {
  const inside = `SELECT ts FROM ${coarser.table} WHERE ts >= ? AND ts < ? ORDER BY ts`;
  const found: Span[] = [];
  let atS = fromS;
  for (const ts of db.prepare<number[], number>(inside).pluck().iterate(fromS, untilS)) {
    if (ts > atS) found.push({ table, fromS: atS, untilS: ts });
    atS = ts + coarser.widthS;
  }
  return atS < untilS ? [...found, { table, fromS: atS, untilS }] : found;
}

/**
 * Readings that nobody counts: the newest minutes are in no coarser row yet, and a file that was cut short has lost the coarser rows along
 * with the finer ones. Where a tier has no hole and no row the station was off.
 */
function lostUncounted(db: Database, spans: readonly Span[]): Lost[] {
  const marks = new Watermarks(db);
  const holesIn = ({ table }: Tier): Span[] => together(spans.filter((span) => span.table === table));
  const uncountedBy = (tier: FoldedTier): Span[] => {
    const { table, widthS } = tier;
    const end = db.prepare<[], number>(`SELECT coalesce(max(ts) + ${widthS}, 0) FROM ${table}`).pluck().get()!;
    return [...holesIn(tier), { table, fromS: end, untilS: Number.POSITIVE_INFINITY }];
  };
  const kept = [
    { tier: RAW, fromS: marks.from(RAW), untilS: Number.POSITIVE_INFINITY },
    { tier: FIVE_MIN, fromS: marks.from(FIVE_MIN), untilS: marks.from(RAW) },
    { tier: HOURLY, fromS: 0, untilS: marks.from(FIVE_MIN) },
  ];
  const uncounted = kept.flatMap(({ tier, ...time }) => {
    const coarser = FOLDED.slice(FOLDED.findIndex(({ finer }) => finer === tier));
    const holes = inBoth(holesIn(tier), [{ table: tier.table, ...time }]);
    const doubtful = coarser.reduce((left, one) => inBoth(left, uncountedBy(one)), holes);
    return doubtful.flatMap((span) => unfilledIn(db, span, coarser[0]!));
  });
  return together(uncounted).map(({ fromS, untilS }) => ({
    table: RAW.table,
    fromTs: fromS || null, // of the first minutes of a history nothing tells when they began
    untilTs: Number.isFinite(untilS) ? untilS : null,
    rows: null,
  }));
}

/** Spans that touch, as one. */
function together(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.fromS - b.fromS)) {
    const last = joined.at(-1);
    if (last && span.fromS <= last.untilS) last.untilS = Math.max(last.untilS, span.untilS);
    else joined.push({ ...span });
  }
  return joined;
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
  // Of samples the moment of the last one is lost with it; a row's end is where the next begins.
  const reaches = ({ table, untilS }: Span, tS: number): boolean =>
    untilS > tS || (table === RAW.table && untilS === tS);
  const isNew = ({ table, fromTs, untilTs }: Lost): boolean =>
    spans.some((span) => span.table === table && span.fromS < untilTs! && reaches(span, fromTs!));
  return [
    ...lostWeather(db).filter(isNew),
    ...lostUncounted(db, spans),
    ...lostOthers(db, holes, file),
    ...(file.log.lacksUnknown ? [lostOf('unknown')] : []),
  ];
}
