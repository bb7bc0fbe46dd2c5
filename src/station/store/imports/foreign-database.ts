import { statSync } from 'node:fs';
import { HEARD, isBad, SIGNALS } from '../../quality/flags.ts';
import { columnsOf, type Database, openReadOnly, quoted, using } from '../sqlite/database.ts';
import { FIVE_MIN, HOURLY, RAW, type Tier } from '../tiers/tier.ts';

export type ForeignKind = 'weewx' | 'weatherglass';

/** Row of another program's database: a moment or the end of an interval. */
interface ForeignTime {
  tS: number;
  widthS: number;
  share: number;
}

/** Its numbers by column. */
export interface ForeignRow extends ForeignTime {
  values: Readonly<Record<string, number>>;
}

/** Its cells in the order of the columns that were asked for; anything may be in them. */
interface WeewxRow extends ForeignTime {
  /** Unit system of this row. */
  usUnits: number;
  cells: readonly unknown[];
}

const namesIn = (db: Database, table: string): string[] => columnsOf(db, table).map(({ name }) => name);

/** Whether two paths lead to one file. */
export function isSameFile(a: string, b: string): boolean {
  const [one, other] = [statSync(a, { throwIfNoEntry: false }), statSync(b, { throwIfNoEntry: false })];
  return one !== undefined && other !== undefined && one.dev === other.dev && one.ino === other.ino;
}

/** Program whose history this is; null where it is neither's. */
export function kindOf(path: string): ForeignKind | null {
  return using(openReadOnly(path), (db) => {
    // A view can have rows without end.
    const isTable =
      db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'archive'").get() !== undefined;
    const archive = isTable ? namesIn(db, 'archive') : [];
    if (['dateTime', 'usUnits', 'interval'].every((name) => archive.includes(name))) return 'weewx';
    const ours = ['watermark', 'sample', 'five_min', 'hourly'].every((table) => namesIn(db, table).length > 0);
    return ours ? 'weatherglass' : null;
  });
}

/**
 * Rows of a page. A statement that stays open would keep WeeWX from writing for as long as the import takes; a long page would outlive the
 * young generation. Without an index on the time each page reads the whole table, so there are few.
 */
const PAGE = { indexed: 250, plain: 20_000 };
/** Hostile tables have texts for times. */
const IS_TIME = "typeof(dateTime) IN ('integer', 'real')";

function isIndexed(db: Database): boolean {
  const plan = db.prepare<[], { detail: string }>('EXPLAIN QUERY PLAN SELECT 1 FROM archive ORDER BY dateTime').all();
  return !plan.some(({ detail }) => detail.includes('TEMP B-TREE'));
}

/** Rows of a WeeWX archive, in the order of time. `wanted`: columns to read, where they are. Opened read-only, with its locks: WeeWX may be running. */
export function* weewxRows(path: string, wanted: readonly string[]): Generator<WeewxRow> {
  const db = openReadOnly(path);
  try {
    const there = new Set(namesIn(db, 'archive'));
    const columns = wanted.map((name) => (there.has(name) ? quoted(name) : 'NULL'));
    const [first, last] = db
      .prepare<[], [number, number]>(`SELECT min(dateTime), max(dateTime) FROM archive WHERE ${IS_TIME}`)
      .raw()
      .get()!;
    const most = isIndexed(db) ? PAGE.indexed : PAGE.plain;
    const page = db
      .prepare<[number], unknown[]>(
        `SELECT ${columns.join(', ')}, dateTime, usUnits, interval FROM archive
         WHERE dateTime > ? AND ${IS_TIME} ORDER BY dateTime LIMIT ${most}`,
      )
      .raw();
    const at = columns.length;
    for (let afterS = Number.NEGATIVE_INFINITY; ; ) {
      const rows = page.all(afterS);
      for (const row of rows) {
        const tS = row[at] as number;
        const share = last > first ? (tS - first) / (last - first) : 1;
        yield { tS, widthS: Number(row[at + 2]) * 60, share, usUnits: Number(row[at + 1]), cells: row };
      }
      if (rows.length < most) return;
      afterS = rows.at(-1)![at] as number;
    }
  } finally {
    db.close();
  }
}

/**
 * Rows of another history of ours: hours, then five minutes, then samples, each from where the coarser ones end. `wanted`: wide columns to
 * read; the narrow quantities come with them.
 */
export function* historyRows(path: string, wanted: readonly string[]): Generator<ForeignRow> {
  const db = openReadOnly(path);
  try {
    const mark = db.prepare<[string], number>('SELECT from_ts FROM watermark WHERE tier = ?').pluck();
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
    'SELECT signal, bits FROM quality WHERE from_ms <= @tsMs AND until_ms > @tsMs',
  );
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

function* rowsOf(db: Database, part: ForeignPart, wanted: readonly string[]): Generator<ForeignRow> {
  const { tier, fromS, untilS, share } = part;
  const { table, key, perS } = tier;
  const widthS = tier.folded ? tier.widthS : 0;
  const there = namesIn(db, table);
  const columns = wanted.filter((name) => there.includes(name));
  const rows = db
    .prepare<[number, number], (number | null)[]>(
      `SELECT ${[key, ...columns].join(', ')} FROM ${table} WHERE ${key} >= ? AND ${key} < ? ORDER BY ${key}`,
    )
    .raw();
  const narrow =
    namesIn(db, `narrow_${table}`).length > 0
      ? db
          .prepare<[number], [string, number | null]>(
            `SELECT q.name, v.value FROM narrow_${table} v JOIN narrow_quantity q ON q.id = v.quantity WHERE v.${key} = ?`,
          )
          .raw()
      : null;
  const bad = table === 'sample' ? badSignals(db) : null;
  for (const row of rows.iterate(fromS * perS, untilS * perS)) {
    const values: Record<string, number> = {};
    columns.forEach((name, i) => {
      const value = row[i + 1];
      if (value !== null && value !== undefined) values[name] = value;
    });
    for (const [name, value] of narrow?.all(row[0]!) ?? []) if (value !== null) values[name] = value;
    for (const { signal, bits } of bad?.all({ tsMs: row[0]! }) ?? [])
      if (isBad(bits)) for (const name of namesOf(signal)) delete values[name];
    yield { tS: row[0]! / perS + widthS, widthS, values, share };
  }
}
