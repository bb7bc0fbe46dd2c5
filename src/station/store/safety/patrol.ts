import { DAY_S, HOUR_MS } from '../../../durations.ts';
import { type Database, relaxed } from '../database.ts';

/** Hourly turns that take the round once through the database, within a week. */
const TURNS = 150;
/** Two megabytes: a small database is seen through in a turn or two. */
const AT_LEAST_BYTES = 2_097_152;
const JOB = 'patrol';

/** Tables of many rows, and how much of their key is read at once: some hundreds of rows, a few milliseconds. */
const STRETCHES: Record<string, number> = {
  sample: HOUR_MS,
  five_min: DAY_S,
  hourly: 10 * DAY_S,
  half_day: 120 * DAY_S,
  tick: DAY_S,
};

interface Position {
  /** Of the tables in the order of their names; 0 and null at the beginning of a round. */
  table: number;
  /** The stretch of it that comes next. */
  from: number | null;
  /** Bytes seen in this round. */
  seen: number;
  /** When the last round was whole. */
  roundS: number | null;
}

/**
 * Background integrity check of a running station: one turn reads the next rows of all tables through SQLite, which throws where a page
 * makes no sense or the disk does not give it back, and remembers how far it came. No file is opened: closing it would drop
 * SQLite's locks (https://www.sqlite.org/howtocorrupt.html, 2.2). True at the end of a round.
 */
export function patrol(db: Database, nowS: number | null = null, turns = TURNS, atLeast = AT_LEAST_BYTES): boolean {
  const position = stateOf(db);
  const until = position.seen + Math.max(atLeast, Math.ceil(bytesOf(db) / turns));
  const tables = tablesOf(db);
  while (position.seen < until && position.table < tables.length) {
    const table = tables[position.table]!;
    const width = STRETCHES[table];
    if (width === undefined) checkWhole(db, table, position);
    else readStretch(db, table, width, position);
  }
  const isWhole = position.table >= tables.length;
  const next = isWhole ? { table: 0, from: null, seen: 0, roundS: nowS } : position;
  // An older program reads `next`, a page.
  const state = JSON.stringify({ ...next, next: 1 });
  relaxed(db, () =>
    db.prepare('INSERT OR REPLACE INTO job (name, started_ts, state) VALUES (?, 0, ?)').run(JOB, state),
  );
  return isWhole;
}

/** How far the round has come, and when the last one was whole. */
export function roundOf(db: Database): { share: number; lastS: number | null } {
  const { seen, roundS } = stateOf(db);
  return { share: Math.min(1, seen / Math.max(1, bytesOf(db))), lastS: roundS };
}

const bytesOf = (db: Database): number =>
  (db.pragma('page_count', { simple: true }) as number) * (db.pragma('page_size', { simple: true }) as number);

function stateOf(db: Database): Position {
  const state = db.prepare<[string], string>('SELECT state FROM job WHERE name = ?').pluck().get(JOB);
  const begun = { table: 0, from: null, seen: 0, roundS: null };
  return state === undefined ? begun : { ...begun, ...(JSON.parse(state) as Partial<Position>) };
}

const tablesOf = (db: Database): string[] =>
  db
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND rootpage > 0 ORDER BY name",
    )
    .pluck()
    .all();

/** A small table, with its indexes. */
function checkWhole(db: Database, table: string, position: Position): void {
  const found = db.pragma(`quick_check("${table.replaceAll('"', '""')}")`, { simple: true }) as string;
  if (found !== 'ok') throw new DamagedTable(found.replaceAll('\n', ' '));
  position.table += 1;
}

class DamagedTable extends Error {
  readonly code = 'SQLITE_CORRUPT';
}

/** The next rows of a large one, each of them to its last column. */
function readStretch(db: Database, table: string, width: number, position: Position): void {
  const key = table === 'sample' ? 'ts_ms' : 'ts';
  const first = db
    .prepare<[number], number | null>(`SELECT min(${key}) FROM main.${table} WHERE ${key} >= ?`)
    .pluck()
    .get(position.from ?? Number.MIN_SAFE_INTEGER);
  if (first === null || first === undefined) {
    Object.assign(position, { table: position.table + 1, from: null });
    return;
  }
  const from = Math.floor(first / width) * width;
  const rows = db
    .prepare<[number, number], Buffer>(`SELECT * FROM main.${table} WHERE ${key} >= ? AND ${key} < ?`)
    .raw()
    .all(from, from + width) as unknown as unknown[][];
  position.seen += rows.length * 8 * (rows[0]?.length ?? 0);
  position.from = from + width;
}
