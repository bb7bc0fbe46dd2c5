import { isShareOf } from '../imports/hour-shares.ts';
import {
  columnsOf,
  type Database,
  insertInto,
  inTransaction,
  openReadOnly,
  quoted,
  using,
} from '../sqlite/database.ts';
import { OwnEnd } from '../tiers/own-end.ts';
import { FOLDED, type Retention } from '../tiers/tier.ts';
import type { Hole } from './carve/carve.ts';
import { ourShapes, type Shape } from './carve/shapes.ts';
import { settle, takeInLate } from './settle.ts';

const IS_WEATHER = new Set<string>(['sample', ...FOLDED.map(({ table }) => table)]);
/** Tables of the moment that are not merged: another time, their work would be done twice. */
const OF_THE_MOMENT = new Set(['job', 'outbox', 'outbox_dirty', 'outbox_rev', 'alarm_message']);
/**
 * Identity of numbered rows: the columns by which one is the same in two databases that gave it different numbers. Rows of all other
 * tables are known by their primary key.
 */
const SAME_ROW: Readonly<Record<string, readonly string[]>> = {
  label: ['given_ts', 'kind', 'ts', 'value', 'note'],
  calibration: ['ts', 'signal'],
  event: ['ts', 'kind', 'detail'],
  clock_segment: ['from_ms'],
};

/** Columns that both databases know: the other may be of an older program, and somebody may have added one of their own. */
function sharedColumns(from: Database, to: Database, table: string): string[] {
  const theirs = new Set(columnsOf(from, table).map(({ name }) => name));
  return columnsOf(to, table).flatMap(({ name }) => (theirs.has(name) ? [name] : []));
}

/** Copies rows of a table by its primary key. Through two connections, because one may be in memory. Returns how many were put in. */
export function copyRows(
  from: Database,
  to: Database,
  table: string,
  verb: 'OR REPLACE' | 'OR IGNORE',
  where = 'true',
  values: readonly number[] = [],
): number {
  const shared = sharedColumns(from, to, table);
  if (shared.length === 0) return 0;
  const put = insertInto(to, verb, table, shared);
  const names = shared.map(quoted).join(', ');
  const rows = from.prepare<unknown[], unknown[]>(`SELECT ${names} FROM main.${table} WHERE ${where}`).raw();
  let changes = 0;
  for (const row of rows.iterate(...values)) changes += put.run(...row).changes;
  return changes;
}

/** Copies rows of these tables into another database: those it has not yet, under their own number where that is free. */
export function copyNew(from: Database, to: Database, tables: readonly string[]): void {
  inTransaction(to, () => {
    for (const table of tables) {
      const same = SAME_ROW[table];
      if (same === undefined) copyRows(from, to, table, 'OR IGNORE');
      else copyNumbered(from, to, table, same);
    }
  });
}

function copyNumbered(from: Database, to: Database, table: string, same: readonly string[]): void {
  // As often as it is there: two events in the same words are two.
  const isSame = same.map((name) => `${name} IS ?`).join(' AND ');
  const count = (db: Database) =>
    db.prepare<unknown[], number>(`SELECT count(*) FROM main.${table} WHERE ${isSame}`).pluck();
  const [here, there] = [count(to), count(from)];
  const isTaken = to.prepare<[unknown]>(`SELECT 1 FROM main.${table} WHERE id = ?`);
  const names = sharedColumns(from, to, table);
  const put = insertInto(to, '', table, names);
  for (const row of from.prepare<[], Record<string, unknown>>(`SELECT * FROM main.${table} ORDER BY id`).all()) {
    const identity = same.map((name) => row[name]);
    if (here.get(...identity)! >= there.get(...identity)!) continue;
    if (isTaken.get(row['id']) !== undefined) row['id'] = null; // the next free one
    put.run(...names.map((name) => row[name]));
  }
}

/** All of these tables. */
export const wholly = (tables: Iterable<string>): Hole[] =>
  [...tables].map((table) => ({ table, after: null, until: null }));

/**
 * Completes a history from a backup: stretches that could not be read and, where the log is lost, what is newer; elsewhere rows that are missing
 * were deleted. Then the tiers agree again. Returns how many rows of weather came.
 */
export function complete(
  db: Database,
  backup: string | null,
  holes: readonly Hole[],
  isLogLost: boolean,
  retention: Retention,
): number {
  const take = (from: Database): number => copyStretches(from, db, holes) + (isLogLost ? addNewer(from, db) : 0);
  takeInLate(db, retention);
  const rows = backup === null ? 0 : using(openReadOnly(backup), take);
  settle(db, retention);
  return rows;
}

/** Adds rows behind the newest one here: rows that are missing before it were deleted. Of learned state the newer counts. */
function addNewer(from: Database, to: Database): number {
  const outdated = to.prepare<[string, number]>('DELETE FROM main.learned WHERE name = ? AND saved_ts < ?');
  const learned = from.prepare<[], [string, number]>('SELECT name, saved_ts FROM learned').raw();
  for (const [name, savedTs] of learned.all()) outdated.run(name, savedTs);
  new OwnEnd(to).forget();
  const newest = ({ table, rowidColumn }: Shape): number | null =>
    rowidColumn === null
      ? null
      : to.prepare<[], number | null>(`SELECT max(${rowidColumn}) FROM main.${table}`).pluck().get()!;
  const behind = [...ourShapes().values()]
    .filter(({ table }) => !OF_THE_MOMENT.has(table))
    .map((shape) => ({ table: shape.table, after: newest(shape), until: null }));
  const rows = copyStretches(from, to, behind);
  copyHourShares(from, to);
  return rows;
}

/** Copies the shares that imports have in hours: they lie in the table `job`. A number may be that of another import by now. */
function copyHourShares(from: Database, to: Database): void {
  if (columnsOf(from, 'import_job').length === 0) return; // a backup of before there were any
  const isHere = to.prepare<[number, number, string]>(
    'SELECT 1 FROM main.import_job WHERE id = ? AND started_ts = ? AND digest = ?',
  );
  const imports = from.prepare<[], [number, number, string]>('SELECT id, started_ts, digest FROM import_job').raw();
  for (const one of imports.all())
    if (isHere.get(...one) !== undefined)
      copyRows(from, to, 'job', 'OR IGNORE', isShareOf('CAST(? AS INTEGER)'), [one[0]]);
}

/** Copies stretches; a row that is here stays as it is. Returns how many rows of weather were copied. */
const copyStretches = (from: Database, to: Database, stretches: readonly Hole[]): number =>
  inTransaction(to, () => {
    let rows = 0;
    for (const { table, after, until } of stretches) {
      const bounds = [after ?? Number.MIN_SAFE_INTEGER, until ?? Number.MAX_SAFE_INTEGER];
      // Rows without a number or a time have names without an order.
      const where = ourShapes().get(table)?.rowidColumn ? 'rowid > ? AND rowid <= ?' : '? <= ?';
      const copied = copyRows(from, to, table, 'OR IGNORE', where, bounds);
      if (IS_WEATHER.has(table)) rows += copied;
    }
    return rows;
  });
