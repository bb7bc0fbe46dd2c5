import { crc32 } from 'node:zlib';
import { DAY_S, HOUR_MS } from '../../../../base/durations.ts';
import { unlessRefused } from '../../../../base/system-error.ts';
import { type Sentence, sentence } from '../../../../words/sentence.ts';
import {
  columnsOf,
  type Database,
  insertInto,
  inTransaction,
  isBusy,
  openReadOnly,
  unless,
  using,
} from '../../sqlite/database.ts';

/** Tables whose rows are summed, and how much of their key is one stretch: some hundreds of rows. As in the schema's triggers. */
export const SUMMED = ['narrow_', ''].flatMap((narrow) => [
  { table: `${narrow}half_day`, key: 'ts', width: 120 * DAY_S, perS: 1 },
  { table: `${narrow}hourly`, key: 'ts', width: 10 * DAY_S, perS: 1 },
  { table: `${narrow}five_min`, key: 'ts', width: DAY_S, perS: 1 },
  { table: `${narrow}sample`, key: 'ts_ms', width: HOUR_MS, perS: 1000 },
]);

/** The rows of a large table from one point of its key on. */
export type Stretch = (typeof SUMMED)[number] & { from: number };

/** Rows that nobody wrote as they are. */
export interface ChangedRows {
  fromTs: number;
  untilTs: number;
  rows: number;
  /** They are as they were: a backup had them. */
  healed: boolean;
}

export function changedInWords(changed: readonly ChangedRows[]): Sentence {
  const rows = (healed: boolean) =>
    changed.filter((one) => one.healed === healed).reduce((sum, one) => sum + one.rows, 0);
  const fromTs = Math.min(...changed.map((one) => one.fromTs));
  const untilTs = Math.max(...changed.map((one) => one.untilTs));
  return sentence('database.rows-changed', { healed: rows(true), doubtful: rows(false), fromTs, untilTs });
}

/** Stretches that have rows, the small tables first; from the one behind `last` on. */
export function* stretchesIn(db: Database, last: { table: string; from: number } | null = null): Generator<Stretch> {
  const begin = SUMMED.findIndex(({ table }) => table === last?.table);
  for (const summed of SUMMED.slice(Math.max(0, begin))) {
    const { table, key, width } = summed;
    if (columnsOf(db, table).length === 0) continue; // a copy of an older program's
    const next = db.prepare<[number], number | null>(`SELECT min(${key}) FROM main.${table} WHERE ${key} >= ?`).pluck();
    let least = table === last?.table ? last.from + width : 0;
    for (let first = next.get(least) ?? null; first !== null; first = next.get(least) ?? null) {
      const from = Math.floor(first / width) * width;
      yield { ...summed, from };
      least = from + width;
    }
  }
}

const TRIGGERS = SUMMED.flatMap(({ table }) => ['made', 'remade', 'gone'].map((end) => `'${table}_sum_${end}'`));

/**
 * Schema cookie, which changes with whatever drops a trigger or a table: sums of before then say nothing any more. Null while a trigger is
 * missing.
 */
function epochOf(db: Database): number | null {
  const there = `SELECT count(*) FROM main.sqlite_master WHERE type = 'trigger' AND name IN (${TRIGGERS})`;
  if (db.prepare<[], number>(there).pluck().get()! < TRIGGERS.length) return null;
  return db.pragma('main.schema_version', { simple: true }) as number;
}

/**
 * Rows of a stretch and their sum, read to its last column: four bytes of the column names and the schema cookie, four of the rows as doubles.
 * Takes a tenth of the time of their JSON.
 */
function read(db: Database, { table, key, width, from }: Stretch, epoch: number) {
  const all = `SELECT * FROM main.${table} WHERE ${key} >= ? AND ${key} < ? ORDER BY ${key}`;
  const statement = db.prepare<[number, number], unknown[]>(all).raw();
  const rows = statement.all(from, from + width);
  const names = statement.columns().map(({ name }) => name); // after it has run: a schema may have changed since it was prepared
  const sum = Buffer.alloc(8);
  sum.writeUInt32LE(crc32(`doubles ${names.join()} ${epoch}`));
  const values = new Float64Array(rows.length * names.length);
  let at = 0;
  for (const row of rows) for (const value of row) values[at++] = asDouble(value);
  sum.writeUInt32LE(crc32(new Uint8Array(values.buffer)), 4);
  return { sum, rows, names, bytes: values.byteLength };
}

/** No row holds NaN, and text is only where a bit of the type has turned. */
const asDouble = (value: unknown): number =>
  typeof value === 'number' ? value : value === null ? Number.NaN : crc32(String(value));

function stored(db: Database, { table, from }: Stretch): Buffer | undefined {
  const sum = db.prepare<[string, number], Buffer>('SELECT sum FROM main.row_sum WHERE tbl = ? AND from_key = ?');
  return sum.pluck().get(table, from);
}

/**
 * Compares a stretch with its sum, or sums it where it has none. All of one moment: what another connection writes meanwhile keeps this one
 * from writing, and the next round comes by again.
 */
export function checkStretch(db: Database, stretch: Stretch): { isSound: boolean; bytes: number } {
  const check = db.transaction(() => {
    const before = stored(db, stretch);
    const epoch = epochOf(db);
    const { sum, bytes } = read(db, stretch, epoch ?? 0);
    if (epoch === null) return { isSound: true, bytes };
    const restsOnThis = before?.readUInt32LE() === sum.readUInt32LE();
    if (before !== undefined && restsOnThis) return { isSound: before.equals(sum), bytes };
    if (!db.readonly) put(db, stretch, sum);
    return { isSound: true, bytes };
  });
  return unless(isBusy, check) ?? { isSound: true, bytes: 0 };
}

const put = (db: Database, { table, from }: Stretch, sum: Buffer): void =>
  void db.prepare('INSERT OR REPLACE INTO row_sum (tbl, from_key, sum) VALUES (?, ?, ?)').run(table, from, sum);

/** Another program has written to this database unheard: whatever it left is taken as it is, and summed anew. */
export const forgetSums = (db: Database): void => void db.exec('DELETE FROM main.row_sum');

/**
 * Puts back the rows of a stretch from the newest backup that has them as they were summed. Where none has, they stay, and get a new sum.
 * Null where another program has written them since they were compared.
 */
export function heal(db: Database, stretch: Stretch, backups: readonly string[]): ChangedRows | null {
  const { table, key, width, perS, from } = stretch;
  const sum = stored(db, stretch);
  if (sum === undefined) return null;
  const right = asSummed(sum, stretch, epochOf(db) ?? 0, backups);
  return inTransaction(db, () => {
    if (!stored(db, stretch)?.equals(sum)) return null;
    const span = { fromTs: from / perS, untilTs: (from + width) / perS };
    const rows = `main.${table} WHERE ${key} >= ${from} AND ${key} < ${from + width}`;
    if (right === null) {
      db.prepare('DELETE FROM main.row_sum WHERE tbl = ? AND from_key = ?').run(table, from);
      return { ...span, rows: db.prepare<[], number>(`SELECT count(*) FROM ${rows}`).pluck().get()!, healed: false };
    }
    db.exec(`DELETE FROM ${rows}`);
    const insert = insertInto(db, '', table, right.names);
    for (const row of right.rows) insert.run(...row);
    put(db, stretch, sum);
    return { ...span, rows: right.rows.length, healed: true };
  });
}

/** A stretch as it was summed, from the newest backup that has it so; one that cannot be read has nothing. */
function asSummed(sum: Buffer, stretch: Stretch, epoch: number, backups: readonly string[]) {
  for (const backup of backups) {
    const found = unlessRefused(() => using(openReadOnly(backup), (from) => read(from, stretch, epoch)));
    if (found?.sum.equals(sum)) return found;
  }
  return null;
}

/** Stretches that are not as they were summed. */
export const changedStretches = (db: Database): Stretch[] =>
  [...stretchesIn(db)].filter((stretch) => !checkStretch(db, stretch).isSound);

/** Sums stretches that have no sum, as long as there is time. */
export function sumNewRows(db: Database, atMostMs: number): void {
  const startMs = performance.now();
  const summed = db.prepare<[], string>("SELECT tbl || ' ' || from_key FROM main.row_sum").pluck().all();
  const passed = new Set(summed);
  for (const stretch of stretchesIn(db)) {
    if (!passed.has(`${stretch.table} ${stretch.from}`)) checkStretch(db, stretch);
    if (performance.now() - startMs > atMostMs) return;
  }
}
