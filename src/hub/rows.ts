import { DAY_S } from '../base/durations.ts';
import { databaseOf } from '../contract/fleet-line.ts';
import { quantitiesWith } from '../quantities/names.ts';
import { type Folded, ROLL_UPS } from '../quantities/roll-up.ts';
import { QUANTITIES } from '../quantities/table.ts';
import { isoText } from './csv.ts';
import type { Series } from './engine/engine.ts';
import { possible } from './possible.ts';

/** Rows of a station by time: values by field. */
export type Rows = Map<number, Record<string, number>>;

const dayOf = (tS: number): number => Math.floor(tS / DAY_S);
const revOfSeries = ({ labels }: Series): number => Number(labels['rev'] ?? 0);

const dayOfDatabase = (tS: number, rev: number): string => `${dayOf(tS)} ${databaseOf(rev)}`;

/** Highest revision by UTC day and database: a changed day is sent again as a whole. */
function newestRevisions(series: readonly Series[]): Map<string, number> {
  const highest = new Map<string, number>();
  for (const one of series) {
    const rev = revOfSeries(one);
    // A year has a hundred thousand moments and 365 days.
    for (const dayS of new Set(one.tS.map(dayOf))) {
      const day = dayOfDatabase(dayS * DAY_S, rev);
      if (rev > (highest.get(day) ?? -1)) highest.set(day, rev);
    }
  }
  return highest;
}

/**
 * Valid rows, in order of time. Rows that stand only under a lower revision of their day were withdrawn. A station with a new database
 * does not withdraw the rows of its old one; where both have a moment, the later one is right.
 */
export function rowsOf(series: readonly Series[]): Rows {
  const highest = newestRevisions(series);
  const rows = new Map<number, { rev: number; row: Record<string, number> }>();
  for (const one of series.toSorted((a, b) => revOfSeries(a) - revOfSeries(b))) {
    const rev = revOfSeries(one);
    const name = one.field.slice('wx_'.length);
    let day = Number.NaN;
    let counts = false;
    one.tS.forEach((tS, i) => {
      if (dayOf(tS) !== day) {
        day = dayOf(tS);
        counts = highest.get(dayOfDatabase(tS, rev)) === rev;
      }
      if (!counts) return;
      const known = rows.get(tS);
      if (known?.rev === rev) known.row[name] = one.values[i]!;
      else rows.set(tS, { rev, row: { [name]: one.values[i]! } });
    });
  }
  return new Map([...rows].sort(([a], [b]) => a - b).map(([tS, { row }]) => [tS, row]));
}

/** The rows that count between two moments, without values that cannot be. */
export const rowsWithin = (series: readonly Series[], fromS: number, toS: number): Rows =>
  new Map([...rowsOf(possible(series))].filter(([tS]) => tS >= fromS && tS <= toS));

/** Cells of a row in a table: its time twice, these columns, and whether it was made up. */
export const cellsOf = (
  tS: number,
  row: Readonly<Record<string, number>>,
  columns: ReadonlyArray<{ field: string }>,
) => [...[tS, isoText(tS), ...columns.map(({ field }) => row[field] ?? null), row['simulated'] === 1]];

/**
 * Whether a revision is outdated: for each of its days, a higher revision of the same database has as many times. A higher one with fewer
 * may still be arriving; it hides the older one and does not replace it.
 */
export function isOutdated(rev: number, series: readonly Series[]): boolean {
  const highest = newestRevisions(series);
  const moments = new Map<string, Set<number>>();
  for (const one of series)
    for (const tS of one.tS) {
      const day = `${dayOf(tS)} ${revOfSeries(one)}`;
      if (!moments.has(day)) moments.set(day, new Set());
      moments.get(day)!.add(tS);
    }
  return [...moments].every(([day, mine]) => {
    const [dayNumber, ofRev] = day.split(' ').map(Number);
    if (ofRev !== rev) return true;
    const newest = highest.get(`${dayNumber} ${databaseOf(rev)}`)!;
    return newest > rev && moments.get(`${dayNumber} ${newest}`)!.size >= mine.size;
  });
}

/** How values of each field become one of a bucket; of a direction, the field that weighs it. */
const COLUMNS = quantitiesWith('fleet').map(({ name, kind, fleet: { field } }) => ({
  field,
  kind,
  weighedBy: name === 'windDirectionDeg' ? QUANTITIES.windSpeedMs.fleet.field : null,
}));

/** The fields that these rows have, in buckets that begin at whole multiples of `bucketS`; a bucket in which nothing was measured is left out. */
export function bucketed(rows: Rows, bucketS: number) {
  const buckets = [...Map.groupBy(rows, ([tS]) => Math.floor(tS / bucketS) * bucketS)];
  const columns = COLUMNS.flatMap(({ field, kind, weighedBy }) => {
    const folded = buckets.map(([, all]) =>
      all.reduce<Folded | null>((before, [, row]) => {
        if (row[field] === undefined) return before;
        const one = ROLL_UPS[kind].of(row[field], weighedBy === null ? undefined : row[weighedBy]);
        return before ? ROLL_UPS[kind].join(before, one) : one;
      }, null),
    );
    return folded.some((one) => one !== null) ? [[field, folded.map((one) => one?.value ?? null)] as const] : [];
  });
  return { ts: buckets.map(([tS]) => tS), columns: Object.fromEntries(columns) };
}
