import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Database, isDamage, openDatabase } from '../database.ts';
import { RECORD_NAMES, RECORD_RULES } from '../rows/records.ts';
import { floorTo, RollUps } from '../rows/rollup.ts';
import { FOLDED, ROLLUP_COLUMNS } from '../rows/rollup-columns.ts';
import { SAMPLE_COLUMNS } from '../rows/sample-row.ts';
import type { Retention } from '../rows/tiers.ts';
import { Watermarks } from '../rows/watermarks.ts';
import { type CarvedRow, type Cell, carve } from './carve.ts';
import { damageOf } from './check-database.ts';

export interface SalvageReport {
  /** What was wrong, in SQLite's words. */
  damage: string;
  /** Samples and folded rows that could be read in the damaged file. */
  rows: number;
  /** Rows the backup still had and the damaged file had not. */
  fromBackup: number;
  backup: string | null;
  /** Where the damaged files are kept; null when there was none. */
  aside: string | null;
}

/** Tables without a rowid, small enough to be read whole or taken from the backup. */
const SMALL = ['watermark', 'record', 'learned', 'pending', 'score', 'job', 'scale'] as const;
/** Tables whose rows can be recognised in a lone page, with their keys. */
const ROWID = [
  ['sample', 'ts_ms'],
  ['five_min', 'ts'],
  ['hourly', 'ts'],
  ['half_day', 'ts'],
  ['tick', 'ts'],
  ['event', 'id'],
  ['label', 'id'],
  ['calibration', 'id'],
] as const;
type RowidTable = (typeof ROWID)[number][0];

const FOLDED_CELLS = ROLLUP_COLUMNS.length + 3; // ts, n, the values, tier
const BY_TIER = [undefined, 'five_min', 'hourly', 'half_day'] as const;
const isNumber = (cell: Cell | undefined): boolean => cell === null || typeof cell === 'number';

/** Which table a torn-out row belongs to, by its shape; null for the schema and for what nobody can tell. */
function tableOf({ cells, rowid }: CarvedRow): RowidTable | null {
  const allNumbers = cells.every(isNumber);
  if (cells.length === SAMPLE_COLUMNS.length + 1 && allNumbers) return 'sample';
  if (cells.length === FOLDED_CELLS && allNumbers) return BY_TIER[cells.at(-1) as number] ?? null;
  if ((cells.length === 13 || cells.length === 14) && allNumbers && rowid % 300 === 0) return 'tick';
  if (cells.length === 6 && typeof cells[2] === 'string' && typeof cells[4] === 'string') return 'event';
  if (cells.length === 7 && typeof cells[3] === 'string' && typeof cells[5] === 'string') return 'label';
  if (cells.length === 7 && typeof cells[2] === 'string' && typeof cells[6] === 'string') return 'calibration';
  return null;
}

/** A flipped bit can make a sound record with an absurd number in it; no quantity of ours is that large. */
const plausible = (cell: Cell): Cell => (typeof cell === 'number' && !(Math.abs(cell) < 1e12) ? null : cell);

/** The station's first day, and a day to spare at the end; a clock that has not been set yet bounds nothing. */
const EARLIEST_S = 946_684_800; // 2000-01-01
const latestS = (nowS: number): number => (nowS > 1_704_067_200 ? nowS + 86_400 : 4_102_444_800);

const WIDTHS: Partial<Record<RowidTable, number>> = { tick: 300 };
for (const { table, widthS } of FOLDED) WIDTHS[table] = widthS;

/** A flipped bit in a key makes a row of another century, which would stand in the way of every newer one. */
function hasPlausibleKey(table: RowidTable, key: number, nowS: number): boolean {
  if (table === 'event' || table === 'label' || table === 'calibration') return key > 0 && key < 1e9;
  const tS = table === 'sample' ? key / 1000 : key;
  return tS >= EARLIEST_S && tS <= latestS(nowS) && key % (WIDTHS[table] ?? 1) === 0;
}

/** Puts every row that can be read in the damaged file into the fresh database. */
function carveInto(db: Database, damaged: string, nowS: number): number {
  const put = new Map(
    ROWID.map(([table]) => {
      const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
      const sql = `INSERT OR REPLACE INTO ${table} VALUES (?${', ?'.repeat(columns.length - 1)})`;
      return [table, { width: columns.length, statement: db.prepare<Cell[]>(sql) }];
    }),
  );
  let rows = 0;
  db.transaction(() => {
    for (const row of carve(damaged)) {
      const table = tableOf(row);
      if (table === null || !hasPlausibleKey(table, row.rowid, nowS)) continue;
      try {
        const { width, statement } = put.get(table)!;
        const cells: Cell[] = [row.rowid, ...row.cells.slice(1).map(plausible)];
        while (cells.length < width) cells.push(null); // written before the column was added
        statement.run(...cells);
        rows += 1;
      } catch (error) {
        if (!/SQLITE_(CONSTRAINT|MISMATCH)/.test((error as { code?: string }).code ?? '')) throw error;
      }
    }
  })();
  return rows;
}

/** The small tables, through SQLite, from a copy it may repair its log in. What it cannot read is left to the backup. */
function copySmall(db: Database, damaged: string, scratch: string): void {
  for (const end of ['', '-wal']) {
    if (existsSync(damaged + end)) copyFileSync(damaged + end, scratch + end);
  }
  for (const table of SMALL) {
    try {
      db.prepare('ATTACH ? AS damaged').run(scratch);
      db.exec(`INSERT OR REPLACE INTO main.${table} SELECT * FROM damaged.${table}`);
    } catch (error) {
      if (!isDamage(error) && !/no such table|malformed|disk image|not a database/.test((error as Error).message))
        throw error;
    } finally {
      detach(db, 'damaged');
    }
  }
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(scratch + end, { force: true });
}

function detach(db: Database, name: string): void {
  const attached = (db.pragma('database_list') as { name: string }[]).some((entry) => entry.name === name);
  if (attached) db.exec(`DETACH ${name}`);
}

/** Adds what the backup has and the database has not. Returns the number of rows of weather among them. */
export function mergeBackup(db: Database, backup: string): number {
  db.prepare('ATTACH ? AS backup').run(backup);
  try {
    return db.transaction(() => {
      let rows = 0;
      for (const [table] of ROWID) {
        const { changes } = db.prepare(`INSERT OR IGNORE INTO main.${table} SELECT * FROM backup.${table}`).run();
        if (table === 'sample' || FOLDED.some((folded) => folded.table === table)) rows += changes;
      }
      for (const table of SMALL) db.exec(`INSERT OR IGNORE INTO main.${table} SELECT * FROM backup.${table}`);
      return rows;
    })();
  } finally {
    detach(db, 'backup');
  }
}

/** Makes the tiers agree again: coarser rows for all finer ones, none finer than its window, records from what there is. */
export function settle(db: Database, { rawRetentionDays }: Retention): void {
  db.transaction(() => {
    const newestS = db
      .prepare<[], number>(
        `SELECT max(coalesce((SELECT max(ts_ms) / 1000 FROM sample), 0), coalesce((SELECT max(ts) FROM five_min), 0))`,
      )
      .pluck()
      .get()!;
    const marks = new Watermarks(db);
    if (marks.rawFrom === 0 && db.prepare('SELECT 1 FROM hourly LIMIT 1').get() !== undefined) {
      // Without its mark: where the finer rows would be after the last fold, but never before the first that is left.
      const first = (table: string, key: string) =>
        db.prepare<[], number | null>(`SELECT min(${key}) FROM ${table}`).pluck().get() ?? newestS;
      const rawFrom = Math.max(
        floorTo(first('sample', 'ts_ms') / 1000, 3600),
        floorTo(newestS - rawRetentionDays * 86_400, 3600),
      );
      if (first('hourly', 'ts') < rawFrom) marks.advance('raw', rawFrom);
      const fiveFrom = floorTo(first('five_min', 'ts'), 3600);
      if (first('hourly', 'ts') < fiveFrom) marks.advance('five_min', Math.min(fiveFrom, rawFrom));
    }
    const rollUps = new RollUps(db, marks);
    const missing = [
      `SELECT bucket FROM (SELECT ts_ms / 300000 * 300 bucket, count(*) rows FROM sample GROUP BY 1)
       WHERE rows > coalesce((SELECT n FROM five_min WHERE ts = bucket), 0)`,
      ...FOLDED.slice(1).map(
        ({ table, widthS }, i) =>
          `SELECT bucket FROM (SELECT ts / ${widthS} * ${widthS} bucket, sum(n) rows FROM ${FOLDED[i]!.table} GROUP BY 1)
           WHERE rows > coalesce((SELECT n FROM ${table} WHERE ts = bucket), 0)`,
      ),
    ];
    missing.forEach((sql, level) => {
      const { widthS } = FOLDED[level]!;
      for (const ts of db.prepare<[], number>(sql).pluck().all()) {
        if (ts + widthS <= newestS) rollUps.roll(level, ts);
      }
    });
    db.prepare('DELETE FROM sample WHERE ts_ms < ?').run(marks.rawFrom * 1000);
    db.prepare('DELETE FROM five_min WHERE ts < ?').run(marks.fiveFrom);
    refindMissingRecords(db);
  })();
}

function refindMissingRecords(db: Database): void {
  const put = db.prepare('INSERT OR IGNORE INTO record (name, ts_ms, value) VALUES (?, ?, ?)');
  for (const name of RECORD_NAMES) {
    const { column, sign } = RECORD_RULES[name];
    const [end, order] = sign === 1 ? ['hi', 'DESC'] : ['lo', 'ASC'];
    const extreme = `${column}_${end}`;
    const limits = column === 'press_rate' ? `AND abs(${extreme}) <= 10 AND ${extreme} * ${sign} > 0` : '';
    const row = db
      .prepare<[], { ts_ms: number; value: number }>(
        `SELECT ts * 1000 + ${extreme}_at ts_ms, ${extreme} value FROM (SELECT * FROM hourly UNION ALL SELECT * FROM five_min)
         WHERE ${extreme} IS NOT NULL ${limits} ORDER BY value ${order}, ts_ms LIMIT 1`,
      )
      .get();
    if (row) put.run(name, row.ts_ms, row.value);
  }
}

/** The newest backup that is sound, or null. */
export const newestGood = (backups: readonly string[]): string | null =>
  backups.find((path) => damageOf(path) === null) ?? null;

/**
 * Builds the database anew from what can be read of the damaged one and from the newest good backup. The damaged files go aside,
 * untouched; the new one takes their place only when it is complete, so a salvage that is cut short begins again.
 */
export function salvage(
  path: string,
  damage: string,
  backups: readonly string[],
  asideFolder: string,
  retention: Retention,
  nowS: number,
): SalvageReport {
  const fresh = `${path}.salvage`;
  for (const end of ['', '-wal', '-shm']) rmSync(fresh + end, { force: true });
  const there = existsSync(path);
  const db = openDatabase(fresh);
  let rows = 0;
  let fromBackup = 0;
  const backup = newestGood(backups);
  try {
    db.pragma('synchronous = OFF');
    if (there) {
      rows = carveInto(db, path, nowS);
      copySmall(db, path, `${path}.scratch`);
    }
    if (backup !== null) fromBackup = mergeBackup(db, backup);
    settle(db, retention);
    db.pragma('synchronous = FULL');
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
  if (there) {
    mkdirSync(asideFolder, { recursive: true });
    for (const end of ['', '-wal', '-shm']) {
      if (existsSync(path + end)) renameSync(path + end, join(asideFolder, basename(path) + end));
    }
  }
  renameSync(fresh, path);
  return { damage, rows, fromBackup, backup, aside: there ? asideFolder : null };
}
