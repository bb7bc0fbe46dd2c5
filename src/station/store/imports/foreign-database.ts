import { HEARD, isBad, SIGNALS } from '../../quality/flags.ts';
import { columnsOf, type Database, openReadOnly, quoted, using } from '../sqlite/database.ts';
import { FIVE_MIN, HOURLY, RAW, type Tier } from '../tiers/tier.ts';

export type ForeignKind = 'weewx' | 'weatherglass';

type Numbers = readonly (number | null)[];

const namesIn = (db: Database, table: string): string[] => columnsOf(db, table).map(({ name }) => name);

/** Tables that are read, with the columns that these must have. Histories of older programs are without some of `OURS_LATER`. */
const WEEWX = { archive: ['dateTime', 'usUnits', 'interval'] };
const OURS = { watermark: ['tier', 'from_ts'], sample: ['ts_ms'], five_min: ['ts'], hourly: ['ts'] };
const OURS_LATER = {
  quality: ['signal', 'bits', 'from_ms', 'until_ms'],
  narrow_quantity: ['id', 'name'],
  narrow_sample: ['ts_ms', 'quantity', 'value'],
  narrow_five_min: ['ts', 'quantity', 'value'],
  narrow_hourly: ['ts', 'quantity', 'value'],
};

/**
 * Program whose history this is; null where it is neither's. A view can have rows without end, and a virtual table or a generated
 * column what it likes: all that is read must be ordinary. `table_info` leaves generated columns out.
 */
export function kindOf(path: string): ForeignKind | null {
  return using(openReadOnly(path), (db) => {
    // `pragma_table_list` would prepare all views of the file, whose expansion has no limit.
    const list = "SELECT lower(name), sql LIKE 'CREATE TABLE%' FROM sqlite_schema WHERE type IN ('table', 'view')";
    const isTable = new Map(db.prepare<[], [string, number | null]>(list).raw().all());
    const isOrdinary = ([table, columns]: [string, string[]]): boolean => {
      const there = isTable.get(table) === 1 ? namesIn(db, table) : [];
      return columns.every((name) => there.includes(name));
    };
    if (Object.entries(WEEWX).every(isOrdinary)) return 'weewx';
    const later = Object.entries(OURS_LATER).filter(([table]) => isTable.has(table));
    return [...Object.entries(OURS), ...later].every(isOrdinary) ? 'weatherglass' : null;
  });
}

/**
 * Rows of a page. A statement that stays open would keep WeeWX from writing for as long as the import takes; a long page would outlive the
 * young generation. Without an index on the time each page reads the whole table, so there are few.
 */
const PAGE = { indexed: 250, plain: 20_000 };
/** Most quantities, or flags, of one moment. Hostile tables have millions. */
const MOST_BESIDE = 1000;

/** Hostile tables have texts where numbers belong. */
const isNumber = (name: string) => `typeof(${name}) IN ('integer', 'real')`;
/** Other cells stay where they are: they may be gigabytes. */
const numberIn = (name: string) => `CASE WHEN ${isNumber(name)} THEN ${name} END`;
const between = (key: string) => `${key} > ? AND ${key} < ? AND ${isNumber(key)}`;

/** Numbers of some columns in the order of a key, which comes behind them. A page at a time is sorted, never the whole table. */
function* rowsBetween(
  db: Database,
  table: string,
  columns: readonly string[],
  key: string,
  afterKey: number,
  untilKey: number,
): Generator<Numbers> {
  const there = new Set(namesIn(db, table));
  const cells = [...columns, key].map((name) => (there.has(name) ? numberIn(quoted(name)) : 'NULL'));
  const sql = `SELECT ${cells.join(', ')} FROM ${table} WHERE ${between(key)} ORDER BY ${key} LIMIT ?`;
  const plan = db.prepare<number[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(afterKey, untilKey, 1);
  const most = plan.some(({ detail }) => detail.includes('TEMP B-TREE')) ? PAGE.plain : PAGE.indexed;
  const page = db.prepare<number[], Numbers>(sql).raw();
  for (let after = afterKey; ; ) {
    const rows = page.all(after, untilKey, most);
    yield* rows;
    const last = rows.at(-1)?.[columns.length] ?? after;
    if (rows.length < most || !(last > after)) return; // numbers beyond 2^53 do not grow, nor do those of a damaged index
    after = last;
  }
}

/**
 * Rows of a WeeWX archive, in the order of time, with their unit system. `tS`: the end of the row. `wanted`: columns to read, where they are;
 * `cells` begin with these. Opened read-only, with its locks: WeeWX may be running.
 */
export function* weewxRows(path: string, wanted: readonly string[]) {
  const db = openReadOnly(path);
  try {
    const [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const [first, last] = db
      .prepare<number[], [number, number]>(
        `SELECT min(dateTime), max(dateTime) FROM archive WHERE ${between('dateTime')}`,
      )
      .raw()
      .get(from, until)!;
    const at = wanted.length;
    for (const row of rowsBetween(db, 'archive', [...wanted, 'usUnits', 'interval'], 'dateTime', from, until)) {
      const tS = row[at + 2]!;
      const share = last > first ? (tS - first) / (last - first) : 1;
      yield { tS, widthS: (row[at + 1] ?? Number.NaN) * 60, share, usUnits: row[at] ?? 0, cells: row };
    }
  } finally {
    db.close();
  }
}

/**
 * Rows of another history of ours: hours, then five minutes, then samples, each from where the coarser ones end. `wanted`: wide columns to
 * read; the narrow quantities come with them.
 */
export function* historyRows(path: string, wanted: readonly string[]) {
  const db = openReadOnly(path);
  try {
    const mark = db.prepare<[string], number>(`SELECT ${numberIn('from_ts')} FROM watermark WHERE tier = ?`).pluck();
    const [fiveFrom, rawFrom] = [mark.get('five_min') ?? 0, mark.get('raw') ?? 0];
    const parts: ForeignPart[] = [
      { tier: HOURLY, fromS: 0, untilS: fiveFrom, share: 0 },
      { tier: FIVE_MIN, fromS: fiveFrom, untilS: rawFrom, share: 0.3 },
      { tier: RAW, fromS: Math.max(fiveFrom, rawFrom), untilS: 1e10, share: 0.6 },
    ];
    for (const part of parts) yield* rowsOf(db, part, wanted);
  } finally {
    db.close();
  }
}

/** Flags of a sample; null where nothing is flagged. Coarser rows hold what their flags leave already. */
function badSignals(db: Database) {
  if (namesIn(db, 'quality').length === 0 || db.prepare('SELECT 1 FROM quality LIMIT 1').get() === undefined)
    return null;
  return db.prepare<[{ tsMs: number }], { signal: number; bits: number }>(
    `SELECT ${numberIn('signal')} AS signal, ${numberIn('bits')} AS bits FROM quality
     WHERE from_ms <= @tsMs AND until_ms > @tsMs LIMIT ${MOST_BESIDE}`,
  );
}

/** Values of the narrow quantities beside a row, by numbers that `narrow_quantity` names; null where a history is older than these. */
function narrowValues(db: Database, table: string, key: string) {
  if (namesIn(db, table).length === 0 || namesIn(db, 'narrow_quantity').length === 0) return null;
  const named = `SELECT id, name FROM narrow_quantity WHERE length(name) < 100 LIMIT ${MOST_BESIDE}`;
  const names = new Map(db.prepare<[], [number, string]>(named).raw().all());
  const beside = db
    .prepare<[number], [number, number | null]>(
      `SELECT ${numberIn('quantity')}, ${numberIn('value')} FROM ${table} WHERE ${key} = ? LIMIT ${MOST_BESIDE}`,
    )
    .raw();
  return (at: number) => beside.all(at).map(([id, value]) => [names.get(id), value] as const);
}

/** Names of what a signal's flags speak of: columns of the board, or narrow quantities. */
const namesOf = (signal: number): readonly string[] =>
  SIGNALS.find(({ number }) => number === signal)?.columns ??
  HEARD.find(({ number }) => number === signal)?.together.map(({ name }) => name) ??
  [];

interface ForeignPart {
  tier: Tier;
  fromS: number;
  untilS: number;
  share: number;
}

function* rowsOf(db: Database, part: ForeignPart, wanted: readonly string[]) {
  const { tier, fromS, untilS, share } = part;
  const { table, key, perS } = tier;
  const widthS = tier.folded ? tier.widthS : 0;
  const narrow = narrowValues(db, `narrow_${table}`, key);
  const bad = table === 'sample' ? badSignals(db) : null;
  // Keys are whole numbers.
  for (const row of rowsBetween(db, table, wanted, key, fromS * perS - 1, untilS * perS)) {
    const at = row[wanted.length]!;
    const values: Record<string, number> = {};
    wanted.forEach((name, i) => {
      const value = row[i];
      if (typeof value === 'number') values[name] = value;
    });
    for (const [name, value] of narrow?.(at) ?? []) if (name !== undefined && value !== null) values[name] = value;
    for (const { signal, bits } of bad?.all({ tsMs: at }) ?? [])
      if (isBad(bits)) for (const name of namesOf(signal)) delete values[name];
    yield { tS: at / perS + widthS, widthS, values, share };
  }
}
